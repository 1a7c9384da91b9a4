import type { Locale } from './locale.ts';

/** The sign-in methods that set the auth-type cookie. product.md §3 */
export const authTypes = ['google', 'apple-id', 'setapp'] as const;
export type AuthType = (typeof authTypes)[number];

/** The response of `GET /session`. decisions.md §3, routes */
export interface SessionState {
  readonly signedIn: boolean;
  readonly authType: AuthType | null;
}

/** Links to pages outside the account area, all from configuration. decisions.md §2 */
export interface Links {
  readonly site: string;
  readonly orderPage: string;
  readonly support: string;
  readonly help: string;
  /** The help center in Ukrainian. */
  readonly helpUk: string;
  readonly terms: string;
  readonly privacy: string;
  readonly redeem: string;
  readonly setupGuide: string;
  readonly securityChecklist: string;
  readonly setappManage: string;
  readonly affiliate: string;
  readonly referralTerms: string;
  readonly appStore: string;
  readonly playStore: string;
  readonly extensionStore: string;
  readonly windowsInstaller: string;
  readonly macosInstaller: string;
  readonly facebook: string;
  readonly x: string;
}

/** What differs between visitors with the same language. */
export interface VisitorState {
  readonly session: SessionState;
  /** Identifies the session in the calls of this page; null without one, and if the gateway does not seal cookies. */
  readonly sessionTag: string | null;
  /** Whether the link to this very page has just signed the visitor in: only then may it act by itself. */
  readonly signedInByThisLink: boolean;
  readonly attribution: boolean;
}

/** The client's initial data: `<script type="application/json" id="start">` in the page. decisions.md §3, Pages */
export interface Start extends VisitorState {
  /** When the gateway rendered the page, by its clock, in epoch milliseconds. */
  readonly renderedAt: number;
  readonly productName: string;
  readonly version: string;
  readonly environment: string;
  /** Chosen by the gateway with `chooseLocale` (locale.ts). */
  readonly locale: Locale;
  readonly copyrightYear: string;
  readonly stripePublishableKey: string;
  readonly stripeJsUrl: string;
  readonly captchaSiteKey: string;
  readonly captchaJsUrl: string;
  readonly appIdentity: string;
  readonly appUrlSchemes: readonly string[];
  readonly extensionId: string | null;
  readonly anonymousEmailDomain: string;
  readonly cookieDomain: string | null;
  readonly errorReports: boolean;
  readonly links: Links;
}
