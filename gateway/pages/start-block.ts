import type { Locale } from '#shared/locale.ts';
import type { Start, VisitorState } from '#shared/start.ts';
import type { Config } from '../config.ts';
import { slot } from './encoded-page.ts';

/** What all visitors with one language get. */
type Setup = Omit<Start, keyof VisitorState | 'renderedAt'>;

/** What the client must know at start; everything in it is public. decisions.md §3, Pages */
export function describeSetup(config: Config, locale: Locale): Setup {
  return {
    productName: config.productName,
    version: config.appVersion,
    environment: config.environment,
    locale,
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

const escapes: Readonly<Record<string, string>> = { '<': '\\u003c', '\u2028': '\\u2028', '\u2029': '\\u2029' };

const toInertJson = (value: object): string =>
  JSON.stringify(value).replace(/[<\u2028\u2029]/g, (character) => escapes[character] ?? '');

/**
 * The start block, with slots for the time and the visitor's members: JSON that no browser runs, and that cannot end
 * its own element.
 */
export const renderStart = (setup: Setup): string =>
  `<script type="application/json" id="start">${toInertJson(setup).slice(0, -1)},"renderedAt":${slot('TIME')},${slot('STATE')}}</script>`;

/** A visitor without a session. */
export const noVisitor: VisitorState = {
  session: { signedIn: false, authType: null },
  sessionTag: null,
  signedInByThisLink: false,
  attribution: false,
};

/** Fills the slot of the start block. */
export const renderVisitor = (visitor: VisitorState): string => toInertJson(visitor).slice(1, -1);
