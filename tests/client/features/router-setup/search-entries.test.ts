import { describe, expect, test } from 'vitest';
import { type Locale, locales } from '#shared/locale.ts';
import { type City, type Entry, nameRegion } from '../../../../client/src/features/router-setup/catalog.ts';
import { buildSearch } from '../../../../client/src/features/router-setup/search-entries.ts';
import { locationQueries, places } from './location-queries.ts';

const city = (name: string, load = 0.5, clusterId = name): City => ({
  clusterId,
  title: name,
  name,
  host: 'node',
  port: 443,
  load,
});

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
    cities: cities.map((name) => city(name)),
  }));

const searches = Object.fromEntries(locales.map((locale) => [locale, buildSearch(list(locale), locale)]));
const search = (text: string, locale: Locale = 'en') => searches[locale]?.(text) ?? [];
const codes = (text: string, locale?: Locale) => search(text, locale).map(({ entry }) => entry.shortcutId);

test('the table has two hundred queries, and some in each language', () => {
  expect(locationQueries.length).toBeGreaterThanOrEqual(200);
  expect(new Set(locationQueries.map(({ locale }) => locale))).toEqual(new Set(locales));
});

describe.each(locales)('first result in %s', (language) => {
  const queries = locationQueries.filter(({ locale }) => locale === language);
  test.each(queries)('$text finds $country $city', ({ text, locale, country, city: wanted }) => {
    const [first] = search(text, locale);
    expect(first?.entry.shortcutId ?? null).toBe(country);
    if (first && first.entry.cities.length > 1) expect(first.clusterIds[0] ?? null).toBe(wanted);
  });
});

test('better matches exclude rough matches', () => {
  expect(codes('austria')).toEqual(['AT']);
  expect(codes('berlin')).toEqual(['DE']);
  expect(codes('Germny')[0]).toBe('DE');
  expect(codes('united')).toEqual(['AE', 'GB', 'US']);
});

test('a code comes before the names that begin with it', () => {
  expect(codes('uk').slice(0, 2)).toEqual(['GB', 'UA']);
});

test('an empty text returns all entries in order, with no city', () => {
  expect(codes('')).toEqual(Object.keys(places));
  expect(codes('  ')).toEqual(Object.keys(places));
  expect(search('').every(({ clusterIds }) => clusterIds.length === 0)).toBe(true);
});

test('a search text longer than any name does not throw', () => {
  expect(codes('Germany '.repeat(40))).toEqual(['DE']);
  expect(codes('x'.repeat(400))).toEqual([]);
});

test('of several nodes in one city, the least busy one is first', () => {
  const [germany] = list('en').filter(({ shortcutId }) => shortcutId === 'DE');
  if (!germany) throw new Error('no Germany');
  const cities = [city('Berlin'), city('Frankfurt', 0.9, 'busy'), city('Frankfurt', 0.1, 'calm')];
  expect(buildSearch([{ ...germany, cities }], 'en')('frankfurt')[0]?.clusterIds).toEqual(['calm', 'busy']);
});

test('a streaming service is found by its name and by its city, not by a country’s code', () => {
  const service: Entry = {
    mode: 'STREAMING',
    groupId: 'streaming',
    shortcutId: 'open-bay',
    title: 'Open Bay',
    englishTitle: 'Open Bay',
    countryCode: 'GB',
    icon: null,
    premium: false,
    cities: [city('London'), city('New York')],
  };
  const find = buildSearch([service], 'en');
  expect(find('opn bay')).toHaveLength(1);
  expect(find('londres')[0]?.clusterIds).toEqual(['London']);
  expect(find('gb')).toEqual([]);
});
