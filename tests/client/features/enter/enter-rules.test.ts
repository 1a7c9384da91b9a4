import { describe, expect, test } from 'vitest';
import { RequestProblem } from '../../../../client/src/api/request-problem.ts';
import {
  checkAccountCode,
  classifySignInCodeFailure,
  findAccountCode,
  isInvalidAccountCode,
  normalizeAccountCode,
} from '../../../../client/src/features/enter/code-rules.ts';
import { readSignInError } from '../../../../client/src/features/enter/sign-in-error.ts';
import { suggestEmail } from '../../../../client/src/features/enter/suggest-email.ts';

const problem = (status: number, code: number, message = '') =>
  new RequestProblem(status, { code, message }, null, null);

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

test.each([
  ['', 'accountCode.required'],
  ['   ', 'accountCode.required'],
  ['SKR-41', 'accountCode.tooShort'],
  ['  SKR-412  ', 'accountCode.tooShort'],
  ['SKR-4125', 'accountCode.tooShort'],
  ['SKR-41257', null],
  ['x'.repeat(500), null],
] as const)('the account code "%s" has the error %s', (code, error) => {
  expect(checkAccountCode(code)).toBe(error);
});

test.each([
  ['SKR41B7C9D2E', 'SKR41B7C9D2E'],
  [' skr4-1b7c-9d2e ', 'SKR41B7C9D2E'],
  ['SKR4 1B7C 9D2E', 'SKR41B7C9D2E'],
  ['SKR4\u20111B7C\u00a09D2E\u200b', 'SKR41B7C9D2E'],
  ['ＳＫＲ４１Ｂ７Ｃ９Ｄ２Ｅ', 'SKR41B7C9D2E'],
])('the account code %s is sent as %s', (typed, sent) => {
  expect(normalizeAccountCode(typed)).toBe(sent);
});

test.each([
  ['Your account code is SKR4-1B7C-9D2E. Keep it safe.', 'SKR41B7C9D2E'],
  ['Код акаунта: skr41b7c9d2e', 'SKR41B7C9D2E'],
  ['SKR4 1B7C 9D2E', 'SKR41B7C9D2E'],
  ['account code:\nSKR41B7C9D2E\n', 'SKR41B7C9D2E'],
  // Without a single candidate the visitor sees the pasted text.
  ['no code here', 'no code here'],
  ['give me 2 codes', 'give me 2 codes'],
  ['SKR41B7C9D2E or SKR41B7C9D2F', 'SKR41B7C9D2E or SKR41B7C9D2F'],
])('pasting “%s” fills in %s', (text, code) => {
  expect(findAccountCode(text)).toBe(code);
});

describe('a rejected code', () => {
  test.each([
    ['400 “code invalid”', problem(400, 3, 'code invalid'), 'wrong'],
    ['400 “code expired”', problem(400, 3, 'code expired'), 'expired'],
    ['400 “code already used”', problem(400, 3, 'code already used'), 'used'],
    ['400 with code 8', problem(400, 8, 'too many attempts'), 'tooMany'],
    ['429', problem(429, 8), 'tooMany'],
    ['400 “AccountDeleted”', problem(400, 3, 'AccountDeleted'), 'deleted'],
    ['500, whatever its message', problem(500, 13, 'code expired'), 'other'],
    ['no response', new Error('no response'), 'other'],
  ] as const)('%s means %s', (_, failure, reason) => {
    expect(classifySignInCodeFailure(failure)).toBe(reason);
  });

  test.each([
    [400, 3, true],
    [401, 16, true],
    [429, 8, false],
    [500, 13, false],
  ])('status %i with code %i means an invalid account code: %s', (status, code, invalid) => {
    expect(isInvalidAccountCode(problem(status, code))).toBe(invalid);
  });
});

test.each([
  ['anna@gmial.com', 'anna@gmail.com'],
  ['anna@GMIAL.com ', 'anna@gmail.com'],
  ['anna@gmail.com', null],
  ['gmial.com', null],
  ['@gmial.com', null],
  ['', null],
])('suggests for %s: %s', (email, suggestion) => {
  expect(suggestEmail(email)).toBe(suggestion);
});
