import { Acknowledgement } from '../entity.ts';
import {
  AccountCodeSignIn,
  OneTimeCodeRequest,
  OneTimeCodeVerification,
  PermanentTokenSignIn,
  RefreshRequest,
  Tokens,
} from '../sign-in.ts';
import { badRequest, type DocumentedError, documentCall } from './documented-call.ts';

const tokens = { access_token: 'example-access-token', refresh_token: 'example-refresh-token' };
const captcha = { recaptcha_token: 'example-captcha-token', recaptcha_site_key: 'example-site-key' };

const tooMany = {
  status: 429,
  code: 8,
  message: 'rate limited',
  when: 'There were too many for this address within ten minutes; Retry-After says when to go on.',
} as const satisfies DocumentedError;

const redirectToProvider = (provider: string) =>
  documentCall({
    summary: `Sends the browser to ${provider}; the query carries app-identity and locale`,
    request: null,
    requestExample: null,
    response: null,
    responseExample: null,
    errors: {},
  });

export const signInContract = {
  refreshTokens: documentCall({
    summary: 'New tokens for a refresh token, which is spent by it; the gateway alone calls this',
    request: RefreshRequest,
    requestExample: { refresh_token: tokens.refresh_token },
    response: Tokens,
    responseExample: tokens,
    errors: {
      refused: {
        status: 401,
        code: 16,
        message: 'refresh token is invalid',
        when: 'The token is unknown, has expired, or was spent before.',
      },
      accountTerminated: {
        status: 401,
        code: 16,
        message: 'delete account',
        exact: true,
        when: 'The account was deleted for good.',
      },
    },
  }),
  signInWithPermanentToken: documentCall({
    summary: 'Signs in with a permanent token',
    request: PermanentTokenSignIn,
    requestExample: { perm_token: 'example-permanent-token' },
    response: Tokens,
    responseExample: tokens,
    errors: {
      badRequest,
      unknownToken: { status: 401, code: 16, message: 'permanent token is invalid', when: 'The token is unknown.' },
    },
  }),
  signInWithAccountCode: documentCall({
    summary: 'Signs in with an account code',
    request: AccountCodeSignIn,
    requestExample: { code: 'ABCD-1234' },
    response: Tokens,
    responseExample: tokens,
    errors: {
      badRequest,
      unknownCode: { status: 401, code: 16, message: 'code invalid', when: 'No account has this code.' },
    },
  }),
  requestOneTimeCode: documentCall({
    summary: 'Sends a code of six digits and a magic link to an e-mail address',
    request: OneTimeCodeRequest,
    requestExample: { email: 'anna.lindqvist@example.com', analytics: { utm_source: 'newsletter' }, ...captcha },
    response: Acknowledgement,
    responseExample: {},
    errors: { badRequest, tooMany },
  }),
  verifyOneTimeCode: documentCall({
    summary: 'Signs in with the code; an address nobody has used becomes a new account',
    request: OneTimeCodeVerification,
    requestExample: { email: 'anna.lindqvist@example.com', code: '123456', ...captcha },
    response: Tokens,
    responseExample: tokens,
    errors: {
      badRequest,
      tooMany,
      wrongCode: { status: 400, code: 3, message: 'code invalid', when: 'The code is wrong, expired or used.' },
      deletedAccount: {
        status: 400,
        code: 3,
        message: 'AccountDeleted',
        exact: true,
        when: 'The account was deleted for good.',
      },
    },
  }),
  signInWithGoogle: redirectToProvider('Google'),
  signInWithApple: redirectToProvider('Apple'),
  signInWithSetapp: redirectToProvider('Setapp'),
} as const;
