import { expect, test } from 'vitest';
import { chooseLocale } from '#shared/locale.ts';

test.each([
  ['a valid query value', 'de', 'fr', ['es'], 'de'],
  ['the cookie when the query value is not ours', 'it', 'fr', ['es'], 'fr'],
  ['the browser when neither is ours', null, 'xx', ['it-IT', 'es-MX'], 'es'],
  ['Ukrainian for uk-UA', undefined, undefined, ['uk-UA', 'en'], 'uk'],
  ['English when nothing is ours', null, null, ['it', 'zh-CN'], 'en'],
  ['English when nothing is said', null, null, [], 'en'],
] as const)('the language is %s', (_, query, cookie, preferences, expected) => {
  expect(chooseLocale(query, cookie, preferences)).toBe(expected);
});

test('a language of three letters is not taken for one of two', () => {
  expect(chooseLocale(null, null, ['enm', 'fr-FR'])).toBe('fr');
});
