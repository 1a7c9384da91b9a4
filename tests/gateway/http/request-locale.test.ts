import type { FastifyRequest } from 'fastify';
import { expect, test } from 'vitest';
import { requestLocale } from '../../../gateway/http/request-locale.ts';

const chosen = (acceptLanguage: string, url = '/', cookie?: string) =>
  requestLocale({ raw: { url }, headers: { 'accept-language': acceptLanguage } } as FastifyRequest, cookie);

test.each([
  ['uk;q=0.5, fr ; q=0.9, de;q=0', 'fr'],
  [' de ', 'de'],
  ['pt-BR', 'pt'],
  ['de;q=nonsense, es', 'es'],
  ['de;level=1;q=0.1, es', 'es'],
  ['', 'en'],
])('Accept-Language %j means %s', (header, locale) => {
  expect(chosen(header)).toBe(locale);
});

test('the query takes precedence, then the cookie', () => {
  expect(chosen('de', '/?lang=es', 'fr')).toBe('es');
  expect(chosen('de', '/', 'fr')).toBe('fr');
});

test.each([
  ['/?x=1&lang=es', 'es'],
  ['/?lang=es&lang=fr', 'es'],
  ['/?lang=xx', 'de'],
  ['/?lang=', 'de'],
  ['/?slang=es', 'de'],
  ['/?x=lang=es', 'de'],
])('the query of %s means %s', (url, locale) => {
  expect(chosen('de', url)).toBe(locale);
});

test.each([
  ['a header with 15,000 spaces', `a${' '.repeat(15_000)}b`, '/'],
  // More than Node accepts, because those would be fast anyway.
  ['a header with a million parameters', `de${';'.repeat(1_000_000)}`, '/'],
  ['a query of 1,750 parts that are not UTF-8', 'de', `/?x=y${'&%ff=%ff'.repeat(1_750)}`],
  ['a query of 15,000 names', 'de', `/?${'&lan'.repeat(4_000)}`],
])('%s is parsed in less than 5 ms', (_, header, url) => {
  const measure = () => {
    const started = performance.now();
    chosen(header, url);
    return performance.now() - started;
  };
  // The fastest of several runs, because another process may interrupt one.
  expect(Math.min(...Array.from({ length: 5 }, measure))).toBeLessThan(5);
});
