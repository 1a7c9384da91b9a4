import { gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { EncodedPage } from '../../../gateway/pages/encoded-page.ts';

const text = 'The quick brown fox jumps over the lazy dog. '.repeat(2_000);
const page = new EncodedPage(`${text}*NAME*${text}*NAME**OTHER*end`, ['NAME', 'OTHER']);

describe('an encoded page', () => {
  test.each([
    ['short values', { NAME: 'ä', OTHER: 'b' }],
    ['empty values', { NAME: '', OTHER: '' }],
    ['a value that looks like a slot', { NAME: '*OTHER*', OTHER: '$& $1' }],
    ['long values', { NAME: 'x'.repeat(60_000), OTHER: text.slice(0, 65_535) }],
  ])('has its values in their slots, compressed and uncompressed: %s', (_, values) => {
    const expected = `${text}${values.NAME}${text}${values.NAME}${values.OTHER}end`;
    expect(Buffer.concat(page.toText(values)).toString()).toBe(expected);
    expect(gunzipSync(Buffer.concat(page.toGzip(values))).toString()).toBe(expected);
  });

  test('compresses its fixed parts', () => {
    expect(Buffer.concat(page.toGzip({ NAME: 'a', OTHER: 'b' })).length).toBeLessThan(text.length / 50);
  });

  test('shares its fixed parts between responses, compressed and uncompressed', () => {
    const [values, others] = [
      { NAME: 'a', OTHER: 'b' },
      { NAME: 'c', OTHER: 'd' },
    ];
    for (const encode of [() => page.toText(values), () => page.toGzip(values)]) {
      const again = new Set([...page.toText(others), ...page.toGzip(others)]);
      const own = encode().filter((chunk) => !again.has(chunk));
      expect(Buffer.concat(own).length).toBeLessThan(100);
    }
  });

  test('never compresses a value, so that the length does not reveal its content', () => {
    const lengthWith = (name: string) => Buffer.concat(page.toGzip({ NAME: name, OTHER: 'b' })).length;
    const random = Array.from({ length: 100 }, () => Math.random().toString(36)[2]).join('');
    expect(lengthWith(text.slice(0, 100))).toBe(lengthWith(random));
  });

  test('refuses a value that does not fit into one block', () => {
    expect(() => page.toGzip({ NAME: 'x'.repeat(65_536), OTHER: '' })).toThrow('65536 bytes');
  });
});
