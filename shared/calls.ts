import { oauthCalls } from './oauth-calls.ts';

/**
 * Every call the product makes to the upstream, written once: the gateway's allow-list and the client's only source of
 * addresses. Source: product.md §7. No schemas here, so that importing an address never brings a validator along.
 */
export interface Call {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly path: `/web/v1/${string}`;
  /**
   * `public` works without a session; `session` is answered 401 by the upstream without one;
   * `gateway` is called by the gateway alone and answers 404 to a browser.
   */
  readonly access: 'public' | 'session' | 'gateway';
  /** Tokens in the answer become cookies and leave the body; a 401 with code 16 is an answer here, never a reason to refresh. */
  readonly signsIn?: true;
  /** Whether a 200 without an access token is a failure (502), for the sign-in calls that must bring one. */
  readonly bringsTokens?: true;
  /** A refusal (4xx) of this call ends at the sign-in page. decisions.md §4 */
  readonly dropsToLogin?: true;
  /** The gateway puts `refresh_token` into the body. */
  readonly addsRefreshToken?: true;
  /** The answer is a browser redirect to the upstream, made by the gateway without calling it. */
  readonly redirects?: true;
  /** Request headers beyond the ones every call carries. */
  readonly extraHeaders?: readonly 'app-version'[];
  /** Query parameters that pass; every other one is left behind. */
  readonly query?: readonly string[];
}

// Method and path stay literal types: from them `contract.ts` finds a call's request and response.
const call = <Method extends Call['method'], Path extends Call['path']>(
  method: Method,
  path: Path,
  access: Call['access'],
  more: Partial<Call> = {},
): Call & { readonly method: Method; readonly path: Path } => ({ ...more, method, path, access });

export const calls = {
  refreshTokens: call('POST', '/web/v1/account/refresh', 'gateway'),

  signInWithPermanentToken: call('POST', '/web/v1/account/sign-in/perm-token', 'public', {
    signsIn: true,
    bringsTokens: true,
  }),
  signInWithAccountCode: call('POST', '/web/v1/account/account-code/sign-in', 'public', {
    signsIn: true,
    bringsTokens: true,
  }),
  requestOneTimeCode: call('POST', '/web/v1/account/one-time-code/request', 'public', { signsIn: true }),
  verifyOneTimeCode: call('POST', '/web/v1/account/one-time-code/verify', 'public', {
    signsIn: true,
    bringsTokens: true,
  }),
  ...oauthCalls,

  profile: call('GET', '/web/v1/profile', 'session', { dropsToLogin: true, query: ['include_payment_data'] }),
  createPermanentToken: call('POST', '/web/v1/account/session/perm-token', 'session'),
  updateSettings: call('POST', '/web/v1/account/update-settings', 'session'),
  deleteAccount: call('POST', '/web/v1/account/delete', 'session', { addsRefreshToken: true }),
  cancelAccountDeletion: call('POST', '/web/v1/account/delete/cancel', 'session'),
  requestEmailChange: call('POST', '/web/v1/account/email/request', 'session'),
  verifyNewEmail: call('POST', '/web/v1/account/email/verify', 'public'),
  applyNewEmail: call('POST', '/web/v1/account/email/apply', 'public'),
  citizenshipLink: call('GET', '/web/v1/account/get-diia-deep-link', 'session'),

  unlinkDevice: call('DELETE', '/web/v1/account/device', 'session'),
  renameDevice: call('PUT', '/web/v1/account/device', 'session'),
  deleteRouter: call('DELETE', '/web/v1/shortcut/delete-router-configuration', 'session'),
  routerSetup: call('GET', '/web/v1/shortcut/get-router-setup', 'session', { extraHeaders: ['app-version'] }),
  routerConfiguration: call('POST', '/web/v1/account/get-router-configuration', 'session'),
  createRouterConfiguration: call('POST', '/web/v1/account/download-router-configuration', 'session'),

  visitorCountry: call('GET', '/web/v1/geoip/ip/info', 'public'),
  cancelSubscription: call('POST', '/web/v1/store/cancel-subscription', 'session'),
  renewSubscription: call('POST', '/web/v1/store/subscription/renew', 'session'),
  createPaymentSetup: call('POST', '/web/v1/store/stripe/payment-setup-intent/create', 'session'),
  updatePaymentMethod: call('POST', '/web/v1/store/chargebee/subscription/update-payment', 'session'),
  paymentLink: call('GET', '/web/v1/store/payment-link', 'session'),
  accountCoupon: call('POST', '/web/v1/store/coupon/get-account-coupon', 'session'),
  registerEvent: call('POST', '/web/v1/marketing/emails/events/register', 'public'),
  installerLink: call('POST', '/web/v1/marketing/download-app-installer', 'public'),
} as const satisfies Record<string, Call>;

export type CallName = keyof typeof calls;
