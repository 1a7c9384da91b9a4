import type { Locale } from '#shared/locale.ts';
import type { SessionState, Start } from '#shared/start.ts';
import type { Config } from '../config.ts';
import { slot } from './encoded-page.ts';

export interface Visitor {
  readonly locale: Locale;
  readonly session: SessionState;
  /** Whether the link to this very page has just signed the visitor in. */
  readonly signedInByThisLink: boolean;
  /** Global Privacy Control: the user does not want to be tracked. */
  readonly privacyControl: boolean;
}

/** A visitor without a session. */
export const visitorOf = (locale: Locale): Visitor => ({
  locale,
  session: { signedIn: false, authType: null },
  signedInByThisLink: false,
  privacyControl: false,
});

/** The members that differ between visitors with the same language. */
type VisitorState = Pick<Start, 'session' | 'signedInByThisLink' | 'attribution'>;

/** What the client must know at start; everything in it is public. decisions.md §3, Pages */
export function describeStart(config: Config, visitor: Visitor): Start {
  return {
    ...describeVisitor(config, visitor),
    productName: config.productName,
    version: config.appVersion,
    environment: config.environment,
    locale: visitor.locale,
    copyrightYear: config.copyrightYear,
    stripePublishableKey: config.stripePublishableKey,
    stripeJsUrl: config.stripeJsUrl,
    captchaSiteKey: config.captchaSiteKey,
    captchaJsUrl: config.captchaJsUrl,
    appIdentity: config.appIdentity,
    appUrlSchemes: config.appUrlSchemes,
    extensionId: config.extensionId,
    anonymousEmailDomain: config.anonymousEmailDomain,
    cookieDomain: config.cookieDomain,
    errorReports: config.sentryDsn !== null,
    links: config.links,
  };
}

export const describeVisitor = (
  { attribution }: Config,
  { session, signedInByThisLink, privacyControl }: Omit<Visitor, 'locale'>,
): VisitorState => ({ session, signedInByThisLink, attribution: attribution && !privacyControl });

const escapes: Readonly<Record<string, string>> = { '<': '\\u003c', '\u2028': '\\u2028', '\u2029': '\\u2029' };

const toInertJson = (value: object): string =>
  JSON.stringify(value).replace(/[<\u2028\u2029]/g, (character) => escapes[character] ?? '');

/**
 * The start block, with a slot for the visitor's members: JSON that no browser runs, and that cannot end its own
 * element.
 */
export function renderStart({ session: _, signedInByThisLink: __, attribution: ___, ...fixed }: Start): string {
  return `<script type="application/json" id="start">${toInertJson(fixed).slice(0, -1)},${slot('STATE')}}</script>`;
}

/** Fills the slot of the start block. */
export const renderVisitor = ({ session, signedInByThisLink, attribution }: VisitorState): string =>
  toInertJson({ session, signedInByThisLink, attribution }).slice(1, -1);
