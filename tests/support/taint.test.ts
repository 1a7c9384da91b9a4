import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { findTaint, tokenMarks } from './taint.ts';

const token = 'sandbox-refresh-4kX9';
const everyCharacter = (text: string, escapeCharacter: (hex: string, code: number) => string) =>
  [...text].map((character) => escapeCharacter(character.charCodeAt(0).toString(16), character.charCodeAt(0))).join('');
const base64 = (text: string) => Buffer.from(text).toString('base64');

const encoders: Readonly<Record<string, (text: string) => string | Uint8Array>> = {
  'in plain text': (text) => text,
  'in upper case': (text) => text.toUpperCase(),
  'as base64': base64,
  'as base64url': (text) => Buffer.from(text).toString('base64url'),
  'as base64 of base64': (text) => base64(base64(text)),
  'as hex': (text) => Buffer.from(text).toString('hex'),
  'as upper-case hex': (text) => Buffer.from(text).toString('hex').toUpperCase(),
  'percent-encoded': (text) => everyCharacter(text, (hex) => `%${hex}`),
  'percent-encoded twice': (text) => everyCharacter(text, (hex) => `%25${hex}`),
  'with JSON escapes': (text) => everyCharacter(text, (hex) => `\\u00${hex}`),
  'with JSON escapes inside a JSON string': (text) => JSON.stringify(everyCharacter(text, (hex) => `\\u00${hex}`)),
  'with hex escapes': (text) => everyCharacter(text, (hex) => `\\x${hex}`),
  'with entities': (text) => everyCharacter(text, (_, code) => `&#${code};`),
  'with hex entities': (text) => everyCharacter(text, (hex) => `&#x${hex};`),
  'as UTF-16': (text) => Buffer.from(text, 'utf16le'),
  gzipped: (text) => gzipSync(text),
  deflated: (text) => deflateSync(text),
  brotlied: (text) => brotliCompressSync(text),
  'gzipped, then as base64, then percent-encoded': (text) => encodeURIComponent(gzipSync(text).toString('base64')),
};

test.each(Object.entries(encoders))('a token %s is found inside any text', (_, encode) => {
  fc.assert(
    fc.property(
      fc.string({ maxLength: 30 }),
      fc.string({ maxLength: 30 }),
      fc.constantFrom(...tokenMarks),
      (before, after, mark) => {
        expect(findTaint(encode(`${before}${mark}9zQ ${after}`))).not.toEqual([]);
      },
    ),
    { numRuns: 50 },
  );
});

test('a base64 token is found between other base64 characters', () => {
  for (const before of ['', 'a', 'ab', 'abc', 'abcd']) {
    expect(findTaint(`/path/${before}${base64(token)}`)).not.toEqual([]);
  }
});

test('reports nothing for token names or a permanent token', () => {
  for (const text of ['', 'sandbox', 'access_token', 'sandbox-permanent-4kX9', base64('sandbox-permanent-4kX9')]) {
    expect(findTaint(text)).toEqual([]);
  }
});

test('never throws on arbitrary bytes', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
      expect(findTaint(bytes)).toEqual([]);
    }),
  );
});

test('a finding lists the encodings of the token', () => {
  expect(findTaint(gzipSync(base64(token)))).toContainEqual({
    mark: 'sandbox-refresh-',
    encodings: ['gzip', 'base64'],
  });
});
