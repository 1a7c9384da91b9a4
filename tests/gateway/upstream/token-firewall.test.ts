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
  ['{"Access-Token":"x"}'],
  ['{"refreshtoken":-1}'],
  ['{"access_token":[]}'],
  ['{"access_token":{"value":"x"}}'],
  ['{"access_token":true}'],
  ['{"REFRESH_TOK\\u0045N":"x"}'],
  ['{"refresh\\u0054oken":"x"}'],
  ['{"data":"{\\"access_token\\":\\"x\\"}"}'],
  ['{"data":"{\\"access_token\\" : \\"x\\"}"}'],
  ['{"data":"{\\\\\\"data\\\\\\":{\\\\\\"refresh_token\\\\\\":\\\\\\"x\\\\\\"}}"}'],
  ['{"access_t\\u006fken":"x"}'],
  ['{"data":"{\\u0022access_token\\u0022:\\u0022x\\u0022}"}'],
  ['{"access_t\\u006fke\\u006E":"x"}'],
  ['{"data":"{\\"access_token\\":{\\"value\\":1}}"}'],
  ['{"data":"{\\n\\t\\"access_token\\"\\n:\\t\\"x\\"}"}'],
  ['{"data":"{\\"\\\\u0061ccess_token\\":\\"x\\"}"}'],
  ['{"data":"%7B%22access_token%22%3A%22x%22%7D"}'],
  ['<pre>{&quot;access_token&quot;: &quot;x&quot;}</pre>'],
  ['<pre>{&amp;quot;access_token&amp;quot;: &amp;quot;x&amp;quot;}</pre>'],
  ['<pre>{&amp;amp;#34;access_token&amp;amp;#34;: 1}</pre>'],
  ['<pre>{&#34;refresh_token&#34;:&#34;x&#34;}</pre>'],
  ['<pre>{&#0000034;refresh_token&#0000034;:1}</pre>'],
  ['<script>data("\\x22access_token\\x22:1")</script>'],
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
  // A payment provider's own.
  ['{"link":"https://example.com/?access_token=x"}'],
  ['["access_token"]'],
  ['{"message":"access_token: missing"}'],
  ['{"message":"\\"access_token\\": missing"}'],
  ['{"access_tokens":1,"my_access_token":2,"ACCESS_TOKENS":3}'],
  ['{"a":"\\u0061ccess_token"}'],
  // Other letters, which end in the same two digits.
  ['{"\\u0161ccess_token":"x"}'],
  ['{"\\u6061ccess_token":"x"}'],
  ['<p>Send your access_token: now</p>'],
  ['{"a":"\\'],
  ['100 %'],
  ['&quot'],
  ['&#34'],
  ['&#x;&#;&#x110022access_token&#x110022:1'],
  // Not the number of a quotation mark: another one ends in the same byte, and the base is ten.
  ['&#x122;access_token&#x122;:1'],
  ['&#2e;access_token&#2e;:1'],
  ['"access_toke&#10a;":1'],
  ['&#00000034;access_token&#00000034;:1'],
  ['\\u00'],
  [''],
])('finds no token name in %s', (text) => {
  expect(holds(text)).toBe(false);
});

describe('the value of a token', () => {
  const token = '0123456789abcdefghi-';
  const finds = (text: string, known: readonly (string | null)[]) => holdsToken(Buffer.from(text), known);

  test('is found anywhere; a shorter text may occur by chance', () => {
    const body = `{"message":"bad token ${token}"}`;
    expect(finds(body, [null, token])).toBe(true);
    expect(finds(body, [null, '0123456789abcdefghij'])).toBe(false);
    expect(finds(body, ['bad token 012345678'])).toBe(false);
  });

  test.each([
    ['JSON'],
    ['URL'],
    ['JSON', 'JSON'],
    ['JSON', 'URL'],
    ['URL', 'JSON'],
    ['JSON', 'JSON', 'JSON'],
    ['URL', 'URL', 'URL'],
    ['HTML'],
    ['HTML', 'JSON'],
    ['JSON', 'HTML', 'URL'],
  ] as const)('is found with any of its characters escaped: %s %s %s', (...formats) => {
    const encoders = {
      // No encoder leaves the beginning of another escape alone.
      JSON: (character: string, code: string, choice: number) => {
        const escapes = [character, `\\u00${code}`, `\\u00${code.toUpperCase()}`, `\\${character}`];
        return (/\w/.test(character) && choice === 3) || (/[\\&]/.test(character) && choice === 0)
          ? `\\u00${code}`
          : (escapes[choice] ?? character);
      },
      URL: (character: string, code: string, choice: number) =>
        choice > 1 && !/[\\%&]/.test(character) ? character : `%${code}`,
      HTML: (character: string, code: string, choice: number) =>
        [
          /[\\%]/.test(character) ? `&#x${code};` : character,
          `&#${character.charCodeAt(0)};`,
          `&#x${code};`,
          `&#X0${code};`,
        ][choice] ?? character,
    };
    const levels = formats.map((format) =>
      fc.array(fc.nat(3), { minLength: 30, maxLength: 30 }).map((choices) => (text: string) => {
        const encode = (character: string, index: number) =>
          encoders[format](character, character.charCodeAt(0).toString(16), choices[index % 30] ?? 0);
        return [...text].map(encode).join('');
      }),
    );
    const anyToken = fc.string({
      unit: fc.integer({ min: 0x21, max: 0x7e }).map((code) => String.fromCharCode(code)),
      minLength: 20,
    });
    fc.assert(
      fc.property(anyToken, fc.tuple(...levels), (secret, all) => {
        const token = secret.replaceAll(/[\\%&]/g, '-');
        const text = all.reduce((once, encode) => encode(once), token);
        return finds(`{"message":"x ${text} y"}`, [token]) && finds(text, [token]);
      }),
    );
  });

  test('is found where its front is cut off: its last 32 characters are enough', () => {
    const long = `${'x'.repeat(100)}0123456789abcdefghijklmnopqrstuv`;
    expect(finds(`{"message":"…${long.slice(-32)}"}`, [long])).toBe(true);
    expect(finds(`{"message":"…${long.slice(-31)}"}`, [long])).toBe(false);
  });

  test('is found where it contains what looks like an escape', () => {
    expect(finds('abcdefghij\\u002dxu00abklmn', ['abcdefghij-xu00abklmn'])).toBe(true);
    expect(finds('\\-00abcdefghij01\\-23456789', ['-00abcdefghij01-23456789'])).toBe(true);
    expect(finds('\\u006b123456789&#;abcdefghi', ['k123456789&#;abcdefghi'])).toBe(true);
    expect(finds('\\u006b123456789&#34xabcdefghi', ['k123456789&#34xabcdefghi'])).toBe(true);
    expect(finds('\\u006b123456789&ampere&abcdefghi', ['k123456789&ampere&abcdefghi'])).toBe(true);
    expect(finds('\\u006b123456789&quota&abcdefghi', ['k123456789&quota&abcdefghi'])).toBe(true);
  });

  test('is found as JavaScript escapes it', () => {
    expect(finds('0123456789abcdefghi\\x2d', [token])).toBe(true);
  });

  test('is found in UTF-16', () => {
    expect(holdsToken(Buffer.from(`{"message":"${token}"}`, 'utf16le'), [null, token])).toBe(true);
  });
});

test.each(['\\', '\\u006f', '%25', '&', '&#', '&#00000', '&quo', '"access_token', 'token '])(
  '500 kB of %j take linear time',
  (part) => {
    const body = Buffer.from(part.repeat(500_000 / part.length));
    const before = process.cpuUsage();
    expect(holdsToken(body, ['0123456789abcdefghi-', 'x'.repeat(500)])).toBe(false);
    // In microseconds: about 10 ms, and 1 to 2 s where Stryker counts what runs. Quadratic time is minutes.
    expect(process.cpuUsage(before).user).toBeLessThan(4_000_000);
  },
);

test('a token that a body nearly repeats takes no longer', () => {
  const before = process.cpuUsage();
  const nearly = `y${'x'.repeat(3_999)}`;
  expect(holdsToken(Buffer.alloc(500_000, 'x'.repeat(31).concat('z')), [nearly])).toBe(false);
  expect(holdsToken(Buffer.alloc(500_000, 'x'), [`${'x'.repeat(3_969)}y${'x'.repeat(30)}`])).toBe(false);
  expect(process.cpuUsage(before).user).toBeLessThan(1_000_000);
});

test('a percent sign that is escaped 50,000 times takes no longer', () => {
  const before = process.cpuUsage();
  expect(holdsTokenKey(Buffer.from(`%${'25'.repeat(50_000)}`))).toBe(false);
  expect(process.cpuUsage(before).user).toBeLessThan(1_000_000);
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
