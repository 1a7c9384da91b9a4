import { describe, expect, test } from 'vitest';
import { RequestProblem } from '../../../../client/src/api/request-problem.ts';
import {
  checkAccountCode,
  isInvalidAccountCode,
  isWrongCode,
} from '../../../../client/src/features/enter/code-rules.ts';
import { suggestEmail } from '../../../../client/src/features/enter/email-suggestion.tsx';
import { isPositive, readSignInError } from '../../../../client/src/features/enter/sign-in-error.ts';

const problem = (status: number, code: number, message = '') =>
  new RequestProblem(status, { code, message }, null, null);

test.each([
  [null, null],
  ['', null],
  ['RESTORE_ACCOUNT', 'restore'],
  ['AccountDeleted', 'restore'],
  ['ErrAccountTerminated', 'error.generic'],
  ['SIGN_IN_FAILED', 'error.generic'],
  ['ErrDevicesPerAccountLimitExceeded', 'enterMarker.deviceLimit'],
  ['DEPRECATED_EMAIL_VERIFY', 'enterMarker.deprecatedVerify'],
  ['SIGNED_OUT', 'enterMarker.signedOut'],
  ['something else', 'error.generic'],
  ['toString', 'error.generic'],
] as const)('the error parameter %s shows %s', (marker, shown) => {
  expect(readSignInError(marker)).toBe(shown);
});

test('only the text of an old verification is positive', () => {
  expect(isPositive('enterMarker.deprecatedVerify')).toBe(true);
  expect(isPositive('enterMarker.signedOut')).toBe(false);
});

test.each([
  ['', 'accountCode.required'],
  ['   ', 'accountCode.required'],
  ['SKR-41', 'accountCode.tooShort'],
  ['  SKR-412  ', 'accountCode.tooShort'],
  ['SKR-4125', null],
  ['x'.repeat(500), null],
] as const)('the account code "%s" has the error %s', (code, error) => {
  expect(checkAccountCode(code)).toBe(error);
});

describe('a rejected code', () => {
  test.each([
    [problem(400, 3, 'code invalid'), true],
    [problem(400, 3, 'AccountDeleted'), false],
    [problem(429, 8), false],
    [problem(500, 13), false],
    [new Error('no answer'), false],
  ])('%s is a wrong one-time code: %s', (failure, wrong) => {
    expect(isWrongCode(failure)).toBe(wrong);
  });

  test.each([
    [problem(400, 3), true],
    [problem(401, 16), true],
    [problem(429, 8), false],
    [problem(500, 13), false],
  ])('%s is an invalid account code: %s', (failure, invalid) => {
    expect(isInvalidAccountCode(failure)).toBe(invalid);
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
