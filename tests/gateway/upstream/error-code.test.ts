import { expect, test } from 'vitest';
import { readErrorCode } from '../../../gateway/upstream/error-code.ts';

test.each([
  ['{"code":16,"message":"expired"}', 16],
  ['{"code":0}', 0],
  ['{"code":"16"}', null],
  ['{}', null],
  ['[{"code":16}]', null],
  ['null', null],
  ['16', null],
  ['"code"', null],
  ['{"code":16', null],
  ['', null],
])('the error code in %s is %s', (body, code) => {
  expect(readErrorCode(Buffer.from(body))).toBe(code);
});
