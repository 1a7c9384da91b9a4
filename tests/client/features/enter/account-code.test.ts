import { expect, test } from 'vitest';
import { RequestProblem } from '../../../../client/src/api/request-problem.ts';
import {
  checkAccountCode,
  findAccountCode,
  isInvalidAccountCode,
  normalizeAccountCode,
} from '../../../../client/src/features/enter/account-code.ts';

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

test.each([
  [400, 3, true],
  [401, 16, true],
  [429, 8, false],
  [500, 13, false],
])('status %i with code %i means an invalid account code: %s', (status, code, invalid) => {
  expect(isInvalidAccountCode(new RequestProblem(status, { code, message: '' }, null, null))).toBe(invalid);
});
