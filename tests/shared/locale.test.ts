import { expect, test } from 'vitest';
import { chooseLocale } from '#shared/locale.ts';

test.each([
  ['a valid query value', 'de', 'fr', ['es'], 'de'],
  ['the cookie if the query value is not supported', 'it', 'fr', ['es'], 'fr'],
  ['the browser language if neither is supported', null, 'xx', ['it-IT', 'es-MX'], 'es'],
  ['Ukrainian for uk-UA', undefined, undefined, ['uk-UA', 'en'], 'uk'],
  ['English if no language is supported', null, null, ['it', 'zh-CN'], 'en'],
  ['English without preferences', null, null, [], 'en'],
] as const)('chooses %s', (_, query, cookie, preferences, expected) => {
  expect(chooseLocale(query, cookie, preferences)).toBe(expected);
});

test('does not confuse a three-letter language with a two-letter one', () => {
  expect(chooseLocale(null, null, ['enm', 'fr-FR'])).toBe('fr');
});
