import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  decodeCookieValue,
  encodeCookieValue,
  formatCookie,
  formatExpiredCookie,
  parseCookies,
} from '../../../gateway/session/cookies.ts';

describe('reading', () => {
  test.each([
    [undefined, {}, {}],
    ['', {}, {}],
    ['a=1; b=2', { a: '1', b: '2' }, {}],
    ['a=1;b=2 ;  c=3', { a: '1', b: '2', c: '3' }, {}],
    ['a=x=y; flag; b=', { a: 'x=y', b: '' }, {}],
    ['a=1; b=2; a=1', { b: '2' }, { a: ['1', '1'] }],
    ['a=1; a=2; a=3', {}, { a: ['1', '2', '3'] }],
    ['A=1; a=2', { A: '1', a: '2' }, {}],
    ['flag; a=1', { a: '1' }, {}],
    ['a=1; flag', { a: '1' }, {}],
    ['a=1;', { a: '1' }, {}],
    ['a=1; \xa0a=2', { a: '1', ' \xa0a': '2' }, {}],
    ['\xa0__Host-a=2;a\xa0=3', { '\xa0__Host-a': '2', 'a\xa0': '3' }, {}],
    ['a =1; \t b=\t2 ; c=\xa03 ', { a: '1', b: '2', c: '\xa03 ' }, {}],
  ])('parses %j', (header, values, duplicates) => {
    const cookies = parseCookies(header);
    expect(Object.fromEntries(cookies.values)).toEqual(values);
    expect(Object.fromEntries(cookies.duplicates)).toEqual(duplicates);
  });

  test('two million parts without a value before the only cookie take less than two seconds', () => {
    const header = `${';'.repeat(2_000_000)}a=b`;
    const measure = () => {
      const started = performance.now();
      parseCookies(header);
      return performance.now() - started;
    };
    expect(Object.fromEntries(parseCookies(header).values)).toEqual({ a: 'b' });
    // The fastest of several runs, because another process may interrupt one. In quadratic time it takes 17 seconds.
    expect(Math.min(...Array.from({ length: 5 }, measure))).toBeLessThan(2_000);
  });

  test('any printable token survives the round trip through a cookie', () => {
    const printable = fc.string({
      unit: fc.integer({ min: 0x20, max: 0x7e }).map((code) => String.fromCharCode(code)),
    });
    fc.assert(
      fc.property(printable, (token) => {
        const written = encodeCookieValue(token);
        expect(written).toMatch(/^[\x21\x23-\x2b\x2d-\x3a\x3c-\x5b\x5d-\x7e]*$/);
        expect(decodeCookieValue(parseCookies(`a=${written}`).values.get('a') ?? '')).toBe(token);
      }),
    );
  });

  test('a control character is encoded with two digits', () => {
    expect(encodeCookieValue('\t\n')).toBe('%09%0a');
  });

  test('a value that cannot be decoded is null', () => {
    expect(decodeCookieValue('%E0%A4%A')).toBeNull();
  });
});

describe('writing', () => {
  test('sets all attributes, and the same ones to delete', () => {
    const scope = { domain: 'skerry.example', secure: true, httpOnly: true };
    expect(formatCookie('a', '1', { ...scope, maxAgeSeconds: 60 })).toBe(
      'a=1; Max-Age=60; Domain=skerry.example; Path=/; HttpOnly; Secure; SameSite=Lax',
    );
    expect(formatExpiredCookie('a', scope)).toBe(
      'a=; Max-Age=0; Domain=skerry.example; Path=/; Expires=Thu, 01 Jan 1970 00:00:00 GMT; HttpOnly; Secure; SameSite=Lax',
    );
    expect(formatCookie('a', '1', { domain: null, secure: false, httpOnly: false, maxAgeSeconds: 60 })).toBe(
      'a=1; Max-Age=60; Path=/; SameSite=Lax',
    );
  });
});
