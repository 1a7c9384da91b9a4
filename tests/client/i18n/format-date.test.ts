import { expect, test } from 'vitest';
import { regionalLocale } from '../../../client/src/i18n/format-date.ts';

test.each([
  ['en', ['en-GB', 'en'], 'en-GB'],
  ['en', ['de-AT', 'en-US'], 'en-US'],
  ['de', ['en-US'], 'de'],
  ['pt', ['pt-PT'], 'pt-PT'],
  ['uk', [], 'uk'],
] as const)('%s for a reader of %o is written as in %s', (locale, preferences, regional) => {
  expect(regionalLocale(locale, preferences)).toBe(regional);
});
