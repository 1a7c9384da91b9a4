import { describe, expect, test } from 'vitest';
import type { Locale } from '#shared/locale.ts';
import { type Entry, nameRegion } from '../../../../client/src/features/router-setup/catalogue.ts';
import { buildSearch } from '../../../../client/src/features/router-setup/search-entries.ts';

const places: Readonly<Record<string, readonly string[]>> = {
  AT: ['Vienna'],
  BR: ['São Paulo'],
  CA: ['Montréal', 'Toronto'],
  CI: ['Abidjan'],
  DE: ['Berlin', 'Frankfurt', 'Munich'],
  DK: ['Copenhagen'],
  GB: ['London'],
  IE: ['Dublin'],
  JP: ['Tokyo'],
  LT: ['Vilnius'],
  SE: ['Gothenburg', 'Stockholm'],
  UA: ['Kyiv'],
  US: ['New York'],
};

const list = (locale: Locale): Entry[] =>
  Object.entries(places).map(([countryCode, cities]) => ({
    mode: 'COUNTRY_PICKER',
    groupId: 'countries',
    shortcutId: countryCode,
    title: nameRegion(countryCode, locale) ?? '',
    englishTitle: nameRegion(countryCode, 'en') ?? '',
    countryCode,
    icon: null,
    premium: false,
    cities: cities.map((title) => ({ clusterId: title, title, host: 'node', port: 443 })),
  }));

const search = (text: string, locale: Locale = 'en') =>
  buildSearch(list(locale))(text).map(({ shortcutId }) => shortcutId);

describe('a country is found', () => {
  test.each([
    ['by its name', 'Germany', 'en', 'DE'],
    ['by the beginning of its name', 'germ', 'en', 'DE'],
    ['by a word inside its name', 'kingdom', 'en', 'GB'],
    ['in capitals and with spaces around', '  GERMANY ', 'en', 'DE'],
    ['in the page’s language', 'Німеччина', 'uk', 'DE'],
    ['in English on a Ukrainian page', 'germany', 'uk', 'DE'],
    ['by its name at home', 'Deutschland', 'en', 'DE'],
    ['by its name at home in another script', 'Україна', 'de', 'UA'],
    ['by its name at home in Japanese', '日本', 'en', 'JP'],
    ['by its code', 'jp', 'en', 'JP'],
    ['by one of its cities', 'gothenburg', 'en', 'SE'],
    ['by a city without its accents', 'sao paulo', 'en', 'BR'],
    ['by a city with accents that it does not need', 'Tóronto', 'en', 'CA'],
    ['without the accents of its name', 'cote', 'en', 'CI'],
    ['despite a slip', 'Germny', 'en', 'DE'],
  ] as const)('%s: %s', (_, text, locale, code) => {
    expect(search(text, locale)[0]).toBe(code);
  });
});

test('a good match excludes rough matches', () => {
  expect(search('austria')).toEqual(['AT']);
  expect(search('berlin')).toEqual(['DE']);
});

test('an empty text returns all entries in order', () => {
  expect(search('')).toEqual(Object.keys(places));
  expect(search('  ')).toEqual(Object.keys(places));
});

test('an unknown country is not found', () => {
  for (const text of ['Atlantis', 'qqqq', '12345', '🛰']) expect(search(text)).toEqual([]);
});

test('a text longer than any name does not fail', () => {
  expect(search('Germany '.repeat(40))).toEqual([]);
});
