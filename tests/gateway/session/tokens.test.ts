import { describe, expect, test } from 'vitest';
import { extractTokens, isUsableToken } from '../../../gateway/session/tokens.ts';

describe('tokens in a body', () => {
  const extract = (text: string) => extractTokens(Buffer.from(text));

  test('are both extracted; the rest is kept', () => {
    expect(extract('{"access_token":"a","refresh_token":"r","email":"ü"}')).toEqual({
      access: 'a',
      refresh: 'r',
      rest: '{"email":"ü"}',
    });
    expect(extract('{"access_token":7}')).toEqual({ access: 7, refresh: undefined, rest: '{}' });
  });

  test.each(['', '{', 'null', '1', '"access_token"', 'true', '[]', '[{"access_token":"a"}]'])(
    'are not found in %s, which is not an object',
    (text) => {
      expect(extract(text)).toBeNull();
    },
  );

  test('are not found in a deeply nested body, without an error', () => {
    expect(extract(`{"a":${'['.repeat(100_000)}${']'.repeat(100_000)}}`)).toBeNull();
  });
});

test.each([
  ['a', true],
  ['a b', true],
  ['!~', true],
  ['', false],
  [' a', false],
  ['a ', false],
  ['a\n', false],
  ['a\tb', false],
  ['я', false],
  [7, false],
  [undefined, false],
])('%j can be sent as a header: %s', (token, isUsable) => {
  expect(isUsableToken(token)).toBe(isUsable);
});
