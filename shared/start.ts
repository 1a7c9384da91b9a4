import type { Locale } from './locale.ts';

/** The ways of signing in that leave an auth-type marker. product.md §3 */
export const authTypes = ['google', 'apple-id', 'setapp'] as const;
export type AuthType = (typeof authTypes)[number];

/** The answer of `GET /session`. decisions.md §3 */
export interface SessionState {
  readonly signedIn: boolean;
  readonly authType: AuthType | null;
}

/** Links that leave the account area; every one is configuration. decisions.md §2 */
export interface Links {
  readonly site: string;
  readonly orderPage: string;
  readonly support: string;
  readonly help: string;
  /** The help center's articles in Ukrainian. */
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

/** What the client knows at start: one inert JSON block (`<script type="application/json" id="start">`) in the page. decisions.md §3 */
export interface Start {
  readonly productName: string;
  readonly version: string;
  readonly environment: string;
  readonly locale: Locale;
  readonly session: SessionState;
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
  readonly attribution: boolean;
  readonly errorReports: boolean;
  readonly links: Links;
}
