import { expect, test } from 'vitest';
import { maxParsedBytes, readErrorCode, readJson } from '../../../gateway/upstream/read-json.ts';

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

test.each(['[1]', 'null', '16', 'true', '"text"', '{"code":16', ''])('%j has no fields', (body) => {
  expect(readJson(Buffer.from(body))).toBeNull();
});

test('a body that is too long to be parsed has no fields', () => {
  const ofLength = (length: number) => Buffer.from(`{"a":"${'x'.repeat(length - 8)}"}`);
  expect(readJson(ofLength(maxParsedBytes))).toHaveProperty('a');
  expect(readJson(ofLength(maxParsedBytes + 1))).toBeNull();
});
