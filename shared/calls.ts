import { oauthCalls } from './oauth-calls.ts';

/**
 * Every upstream call: the gateway's allow-list and the client's only source of URLs. product.md §7
 * No schemas here, so that importing a URL never imports a validator.
 */
export interface Call {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly path: `/web/v1/${string}`;
  /**
   * `public` works without a session. `session` gets 401 from the upstream without one.
   * `gateway` is for the gateway only: a browser gets 404.
   */
  readonly access: 'public' | 'session' | 'gateway';
  /**
   * A sign-in call, or one that starts a sign-in. The gateway moves tokens from its response into cookies. It never
   * triggers a refresh, shares the sign-in rate limit, is not aborted when the client disconnects, and also works when
   * the old session is past its lifetime; the response then deletes that session's cookies.
   */
  readonly mayReturnTokens?: true;
  /** The response reveals whether a code or the token of a link is right: guesses are rate-limited like sign-ins. */
  readonly checksCode?: true;
  /** A success without a usable access token becomes a 502. */
  readonly requiresTokens?: true;
  /** A write whose response has a body that the client needs. Every read has one. */
  readonly responds?: true;
  /**
   * A second execution would repeat the effect, or its failure would hide the success of the first. Browsers repeat a
   * request by themselves when a connection that they have used before ends without a response: the gateway responds to
   * the repetition with a 504, by its `idempotency-key`.
   */
  readonly once?: true;
  /** The gateway puts `refresh_token` into the body, so the call needs one. */
  readonly addsRefreshToken?: true;
  /** Its success ends the session. */
  readonly endsSession?: true;
  /** The gateway redirects the browser to the upstream and does not call the upstream itself. */
  readonly redirects?: true;
  /** The gateway sends `app-version`: the client's version, or its own. */
  readonly sendsAppVersion?: true;
  /** Query parameters that are forwarded; all others are dropped. */
  readonly query?: readonly string[];
}

// Method and path stay literal types: `contract.ts` looks up the request and response types by them.
const call = <Method extends Call['method'], Path extends Call['path']>(
  method: Method,
  path: Path,
  access: Call['access'],
  more: Partial<Call> = {},
): Call & { readonly method: Method; readonly path: Path } => ({ ...more, method, path, access });

export const calls = {
  refreshTokens: call('POST', '/web/v1/account/refresh', 'gateway'),

  signInWithPermanentToken: call('POST', '/web/v1/account/sign-in/perm-token', 'public', {
    mayReturnTokens: true,
    requiresTokens: true,
  }),
  signInWithAccountCode: call('POST', '/web/v1/account/account-code/sign-in', 'public', {
    mayReturnTokens: true,
    requiresTokens: true,
  }),
  requestOneTimeCode: call('POST', '/web/v1/account/one-time-code/request', 'public', { mayReturnTokens: true }),
  verifyOneTimeCode: call('POST', '/web/v1/account/one-time-code/verify', 'public', {
    mayReturnTokens: true,
    requiresTokens: true,
  }),
  ...oauthCalls,

  profile: call('GET', '/web/v1/profile', 'session', { query: ['include_payment_data'] }),
  createPermanentToken: call('POST', '/web/v1/account/session/perm-token', 'session', { responds: true }),
  updateSettings: call('POST', '/web/v1/account/update-settings', 'session'),
  deleteAccount: call('POST', '/web/v1/account/delete', 'session', {
    once: true,
    addsRefreshToken: true,
    endsSession: true,
  }),
  cancelAccountDeletion: call('POST', '/web/v1/account/delete/cancel', 'session', { once: true }),
  requestEmailChange: call('POST', '/web/v1/account/email/request', 'session'),
  verifyNewEmail: call('POST', '/web/v1/account/email/verify', 'public', { checksCode: true }),
  applyNewEmail: call('POST', '/web/v1/account/email/apply', 'public', { once: true, checksCode: true }),
  citizenshipLink: call('GET', '/web/v1/account/get-diia-deep-link', 'session'),

  unlinkDevice: call('DELETE', '/web/v1/account/device', 'session'),
  renameDevice: call('PUT', '/web/v1/account/device', 'session'),
  deleteRouter: call('DELETE', '/web/v1/shortcut/delete-router-configuration', 'session'),
  routerSetup: call('GET', '/web/v1/shortcut/get-router-setup', 'session', { sendsAppVersion: true }),
  routerConfiguration: call('POST', '/web/v1/account/get-router-configuration', 'session', { responds: true }),
  createRouterConfiguration: call('POST', '/web/v1/account/download-router-configuration', 'session', {
    once: true,
    responds: true,
  }),

  visitorCountry: call('GET', '/web/v1/geoip/ip/info', 'public'),
  cancelSubscription: call('POST', '/web/v1/store/cancel-subscription', 'session', { once: true }),
  renewSubscription: call('POST', '/web/v1/store/subscription/renew', 'session', { once: true }),
  createPaymentSetup: call('POST', '/web/v1/store/stripe/payment-setup-intent/create', 'session', { responds: true }),
  updatePaymentMethod: call('POST', '/web/v1/store/chargebee/subscription/update-payment', 'session', { once: true }),
  paymentLink: call('GET', '/web/v1/store/payment-link', 'session'),
  accountCoupon: call('POST', '/web/v1/store/coupon/get-account-coupon', 'session'),
  registerEvent: call('POST', '/web/v1/marketing/emails/events/register', 'public'),
  installerLink: call('POST', '/web/v1/marketing/download-app-installer', 'public'),
} as const satisfies Record<string, Call>;

export type CallName = keyof typeof calls;
