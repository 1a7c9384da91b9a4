import { Acknowledgment } from '../entity.ts';
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
  when: 'Too many requests for this email within ten minutes; Retry-After says when to try again.',
} as const satisfies DocumentedError;

const redirectToProvider = (provider: string) =>
  documentCall({
    summary: `Redirects the browser to ${provider}`,
    description: `After the consent, ${provider} leads back to the product with tokens in the URL. The gateway moves them to cookies.`,
    request: null,
    requestExample: null,
    response: null,
    responseExample: null,
    errors: {},
  });

export const signInContract = {
  refreshTokens: documentCall({
    summary: 'Exchanges a refresh token for new tokens; only the gateway calls this',
    description:
      "The refresh token works once. Sending it again within the upstream's leeway returns the same tokens; later use ends the session.",
    request: RefreshRequest,
    requestExample: { refresh_token: tokens.refresh_token },
    response: Tokens,
    responseExample: tokens,
    errors: {
      refused: {
        status: 401,
        code: 16,
        message: 'refresh token is invalid',
        when: 'The token is unknown, expired or used.',
      },
      accountTerminated: {
        status: 401,
        code: 16,
        message: 'delete account',
        exact: true,
        when: 'The account was deleted permanently.',
      },
    },
  }),
  signInWithPermanentToken: documentCall({
    summary: 'Signs in with a permanent token',
    description:
      'Permanent tokens come from pairing links, mails and other sites. The gateway moves the tokens of the response to cookies.',
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
    description:
      'Account codes identify accounts without an email address. The gateway moves the tokens of the response to cookies.',
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
    summary: 'Sends a six-digit code and a magic link to an email address',
    description:
      'The mail contains the code and a link with the code. The captcha token is empty if the captcha could not load.',
    request: OneTimeCodeRequest,
    requestExample: { email: 'anna.lindqvist@example.com', analytics: { utm_source: 'newsletter' }, ...captcha },
    response: Acknowledgment,
    responseExample: {},
    errors: { badRequest, tooMany },
  }),
  verifyOneTimeCode: documentCall({
    summary: 'Signs in with a one-time code; an unknown address becomes a new account',
    description:
      'A code works once and expires after ten minutes. The gateway moves the tokens of the response to cookies.',
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
        when: 'The account was deleted permanently.',
      },
    },
  }),
  signInWithGoogle: redirectToProvider('Google'),
  signInWithApple: redirectToProvider('Apple'),
  signInWithSetapp: redirectToProvider('Setapp'),
} as const;
