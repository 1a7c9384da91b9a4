import { expect, test } from 'vitest';
import { readSignInError } from '../../../../client/src/features/enter/sign-in-error.ts';

test.each([
  [null, null],
  ['', null],
  ['RESTORE_ACCOUNT', 'restore'],
  ['AccountDeleted', 'restore'],
  ['ErrAccountTerminated', { text: 'error.tryLater', tone: 'danger' }],
  ['SIGN_IN_FAILED', { text: 'error.tryLater', tone: 'danger' }],
  ['ErrDevicesPerAccountLimitExceeded', { text: 'signInError.deviceLimit', tone: 'danger' }],
  ['DEPRECATED_EMAIL_VERIFY', { text: 'signInError.deprecatedVerify', tone: 'success' }],
  ['SIGNED_OUT', { text: 'signInError.signedOut', tone: 'danger' }],
  ['OAUTH_CANCELLED', { text: 'signInError.canceled', tone: 'info' }],
  ['access_denied', { text: 'signInError.canceled', tone: 'info' }],
  ['something else', { text: 'error.tryLater', tone: 'danger' }],
  ['toString', { text: 'error.tryLater', tone: 'danger' }],
] as const)('the error parameter %s shows %o', (error, shown) => {
  expect(readSignInError(error)).toEqual(shown);
});
