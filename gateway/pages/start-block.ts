import type { Locale } from '#shared/locale.ts';
import type { SessionState, Start } from '#shared/start.ts';
import type { Config } from '../config.ts';

export interface Visitor {
  readonly locale: Locale;
  readonly session: SessionState;
  /** Global Privacy Control: the user does not want to be tracked. */
  readonly privacyControl: boolean;
}

/** What the client must know at start; everything in it is public. decisions.md §3, Pages */
export function describeStart(config: Config, { locale, session, privacyControl }: Visitor): Start {
  return {
    productName: config.productName,
    version: config.appVersion,
    environment: config.environment,
    locale,
    session,
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
    attribution: config.attribution && !privacyControl,
    errorReports: config.sentryDsn !== null,
    links: config.links,
  };
}

const escapes: Readonly<Record<string, string>> = { '<': '\\u003c', '\u2028': '\\u2028', '\u2029': '\\u2029' };

/** The start block: JSON that no browser runs, and that cannot end its own element. */
export const renderStart = (start: Start): string =>
  `<script type="application/json" id="start">${JSON.stringify(start).replace(/[<\u2028\u2029]/g, (character) => escapes[character] ?? '')}</script>`;
