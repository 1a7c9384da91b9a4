import { expect, test } from 'vitest';
import { formatLongDate, regionalLocale } from '../../../client/src/i18n/format-date.ts';

test.each([
  ['fr', '1er janvier 2027', '31 janvier 2027'],
  ['fr-CA', '1er janvier 2027', '31 janvier 2027'],
  ['pt', '1º de janeiro de 2027', '31 de janeiro de 2027'],
  ['pt-PT', '1 de janeiro de 2027', '31 de janeiro de 2027'],
  ['en', 'January 1, 2027', 'January 31, 2027'],
  ['de', '1. Januar 2027', '31. Januar 2027'],
  ['es', '1 de enero de 2027', '31 de enero de 2027'],
  ['uk', '1 січня 2027\u202fр.', '31 січня 2027\u202fр.'],
])('%s formats the first of a month as “%s” and the last as “%s”', (tag, first, last) => {
  expect(formatLongDate(new Date(2027, 0, 1), tag)).toBe(first);
  expect(formatLongDate(new Date(2027, 0, 31), tag)).toBe(last);
});

test.each([
  ['en', ['en-GB', 'en'], 'en-GB'],
  ['en', ['de-AT', 'en-US'], 'en-US'],
  ['de', ['en-US'], 'de'],
  ['pt', ['pt-PT'], 'pt-PT'],
  ['uk', [], 'uk'],
] as const)('%s with the browser languages %o is formatted as in %s', (locale, preferences, regional) => {
  expect(regionalLocale(locale, preferences)).toBe(regional);
});
