import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { holdsToken, holdsTokenKey } from '../../../gateway/upstream/token-firewall.ts';

const holds = (text: string) => holdsTokenKey(Buffer.from(text));

test.each([
  ['{"access_token":"x"}'],
  ['{"refresh_token":null}'],
  ['{ "a": [ { "b": { "access_token" \n : 1 } } ] }'],
  ['{"\\u0061ccess_token":"x"}'],
  ['{"access\\u005Ftoken":"x"}'],
  ['{"\\u0072\\u0065\\u0066\\u0072\\u0065\\u0073\\u0068_\\u0074oken":"x"}'],
  // A parser keeps only the second `a`, but the browser receives both.
  ['{"a":{"access_token":"x"},"a":1}'],
  ['{"accessToken":"x"}'],
  ['{"RefreshToken":"x"}'],
  ['{"ACCESS_TOKEN":"x"}'],
  ['{"REFRESH_TOK\\u0045N":"x"}'],
  ['{"refresh\\u0054oken":"x"}'],
  ['{"data":"{\\"access_token\\":\\"x\\"}"}'],
  ['{"data":"{\\"access_token\\" : \\"x\\"}"}'],
  ['{"data":"{\\\\\\"data\\\\\\":{\\\\\\"refresh_token\\\\\\":\\\\\\"x\\\\\\"}}"}'],
  ['{"access_t\\u006fken":"x"}'],
  ['{"data":"{\\u0022access_token\\u0022:\\u0022x\\u0022}"}'],
  ['{"access_t\\u006fke\\u006E":"x"}'],
  ['{"access_token":"x"'],
  ['{"a":1}\n{"access_token":"x"}'],
  [')]}\',\n{"access_token":"x"}'],
  ['﻿{"access_token":"x"}'],
])('finds a token name in %s', (text) => {
  expect(holds(text)).toBe(true);
});

test.each([
  ['{"perm_token":"x"}'],
  ['{"token":"access_token"}'],
  ['["access_token"]'],
  ['{"message":"access_token: missing"}'],
  ['{"message":"\\"access_token\\": missing"}'],
  ['{"access_tokens":1,"my_access_token":2,"ACCESS_TOKENS":3}'],
  ['{"a":"\\u0061ccess_token"}'],
  ['<p>Send your access_token: now</p>'],
  [''],
])('finds no token name in %s', (text) => {
  expect(holds(text)).toBe(false);
});

test('finds a token in every spelling; shorter texts may occur by chance', () => {
  const token = '0123456789abcdefghi-';
  const body = Buffer.from(`{"message":"bad token ${token}"}`);
  expect(holdsToken(body, [null, token])).toBe(true);
  expect(holdsToken(body, [null, '0123456789abcdefghij'])).toBe(false);
  expect(holdsToken(body, ['bad token 012345678'])).toBe(false);
  const odd = 'abc/def+ghi/jkl+mno/pqr';
  const plusEscaped = ['\\u002B', '\\u002b'].map((plus) => odd.replaceAll('+', plus));
  const inAddress = encodeURIComponent(odd);
  for (const spelling of [odd, JSON.stringify(odd), odd.replaceAll('/', '\\/'), ...plusEscaped, inAddress]) {
    expect(holdsToken(Buffer.from(`{"message":"${spelling}"}`), [odd])).toBe(true);
    expect(holdsToken(Buffer.from(`{"message":"${spelling}"}`, 'utf16le'), [null, odd])).toBe(true);
  }
});

test.each(['utf16le', 'utf16be', 'utf32le'])('finds a token name in %s', (encoding) => {
  const spread = (text: string) => {
    const bytes = Buffer.from(text);
    if (encoding === 'utf32le') return Buffer.concat([...bytes].map((byte) => Buffer.from([byte, 0, 0, 0])));
    return encoding === 'utf16le' ? Buffer.from(text, 'utf16le') : Buffer.from(text, 'utf16le').swap16();
  };
  expect(holdsTokenKey(spread('{"a":[{"access_token":"x"}]}'))).toBe(true);
  expect(holdsTokenKey(spread('{"a":"access_token"}'))).toBe(false);
});

describe('any JSON value', () => {
  const hasKey = (value: unknown): boolean =>
    typeof value === 'object' &&
    value !== null &&
    (Object.keys(value).some((key) => key === 'access_token' || key === 'refresh_token') ||
      Object.values(value).some(hasKey));

  const keys = fc.oneof(fc.constantFrom('access_token', 'refresh_token', 'token'), fc.string());
  const { tree } = fc.letrec((tie) => ({
    tree: fc.oneof(
      { maxDepth: 4 },
      fc.jsonValue({ maxDepth: 1 }),
      fc.dictionary(keys, tie('tree')),
      fc.array(tie('tree')),
    ),
  }));

  test('is classified as a JSON parser would', () => {
    fc.assert(fc.property(tree, (value) => holds(JSON.stringify(value)) === hasKey(value)));
  });
});
