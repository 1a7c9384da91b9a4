import Fuse from 'fuse.js/min-basic';
import { type Entry, nameRegion } from './catalogue.ts';

/** Fuse's threshold: 0 is an exact match, 1 matches anything. */
const threshold = 0.3;

/** If any result scores at least this well, worse ones are omitted. product.md §5 */
const goodScore = 0.01;

/** Lowercase without accents, so that "sao paulo" finds São Paulo and "côte" is found by "cote". */
const foldText = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replaceAll('ø', 'o')
    .replaceAll('ł', 'l')
    .replaceAll('đ', 'd')
    .trim();

/** All searchable names of an entry: translated, English and native name, country code, cities. */
function searchNames(entry: Entry): readonly string[] {
  const { countryCode, cities, title, englishTitle } = entry;
  const home = countryCode && entry.mode === 'COUNTRY_PICKER' ? nameAtHome(countryCode) : null;
  const english = countryCode && entry.mode === 'COUNTRY_PICKER' ? nameRegion(countryCode, 'en') : null;
  const names = [title, englishTitle, english, home, countryCode, ...cities.map((city) => city.title)];
  return [...new Set(names.flatMap((name) => (name ? [foldText(name)] : [])))];
}

/** CLDR's likely subtags give a country's main language: und-UA is uk. */
function nameAtHome(countryCode: string): string | null {
  try {
    return nameRegion(countryCode, new Intl.Locale(`und-${countryCode}`).maximize().language);
  } catch {
    return null;
  }
}

/**
 * Builds the search index of a list.
 * @returns finds the matching entries, best first; all entries for an empty text
 */
export function buildSearch(entries: readonly Entry[]): (text: string) => readonly Entry[] {
  const documents = entries.map((entry) => ({ entry, names: searchNames(entry) }));
  const fuse = new Fuse(documents, {
    keys: ['names'],
    includeScore: true,
    ignoreLocation: true,
    // Long names must not score worse.
    ignoreFieldNorm: true,
    threshold,
  });
  return (text) => {
    const query = foldText(text);
    if (query === '') return entries;
    const results = fuse.search(query);
    const good = results.filter(({ score = 1 }) => score <= goodScore);
    return (good.length > 0 ? good : results).map(({ item }) => item.entry);
  };
}
