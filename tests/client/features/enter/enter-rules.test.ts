import { describe, expect, test } from 'vitest';
import { parseAttribution } from '../../../../client/src/api/attribution.ts';
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
] as const)('the marker %s shows %s', (marker, shown) => {
  expect(readSignInError(marker)).toBe(shown);
});

test('only the thanks for an old verification is good news', () => {
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
] as const)('the account code "%s" is told: %s', (code, error) => {
  expect(checkAccountCode(code)).toBe(error);
});

describe('a refused code', () => {
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
])('for %s it suggests %s', (email, suggestion) => {
  expect(suggestEmail(email)).toBe(suggestion);
});

describe('where a visitor came from', () => {
  const cookie = (value: unknown) => `theme=dark; attribution=${encodeURIComponent(JSON.stringify(value))}; x=1`;

  test('holds what is known and leaves the rest behind', () => {
    expect(parseAttribution(cookie({ utm_source: 'mail', plan: 'binge-1m', secret: 'x', funnel: 7 }))).toEqual({
      utm_source: 'mail',
      plan: 'binge-1m',
    });
  });

  test('takes irclickid where there is no clickid', () => {
    expect(parseAttribution(cookie({ irclickid: 'b' }))).toEqual({ clickid: 'b' });
    expect(parseAttribution(cookie({ clickid: 'a', irclickid: 'b' }))).toEqual({ clickid: 'a' });
  });

  test.each(['', 'attribution=', 'attribution=%7Bbroken', 'attribution=%22text%22', cookie({})])(
    'is nothing in "%s"',
    (cookies) => {
      expect(parseAttribution(cookies)).toBeUndefined();
    },
  );
});
