import Fuse from 'fuse.js/min-basic';
import { type Entry, nameRegion } from './catalogue.ts';

/** How far a spelling may be off: 0 is equal, 1 is anything. */
const threshold = 0.3;

/** When anything fits as well as this, what fits worse is left out. product.md §5 */
const goodScore = 0.01;

/** Small letters without accents, so that "sao paulo" finds São Paulo and "côte" is found by "cote". */
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

/** Everything an entry may be looked for by: its name here, in English and at home, its country's code, its cities. */
function searchNames(entry: Entry): readonly string[] {
  const { countryCode, cities, title, englishTitle } = entry;
  const home = countryCode && entry.mode === 'COUNTRY_PICKER' ? nameAtHome(countryCode) : null;
  const english = countryCode && entry.mode === 'COUNTRY_PICKER' ? nameRegion(countryCode, 'en') : null;
  const names = [title, englishTitle, english, home, countryCode, ...cities.map((city) => city.title)];
  return [...new Set(names.flatMap((name) => (name ? [foldText(name)] : [])))];
}

/** `likelySubtags` of CLDR know which language a country speaks most: und-UA is uk. */
function nameAtHome(countryCode: string): string | null {
  try {
    return nameRegion(countryCode, new Intl.Locale(`und-${countryCode}`).maximize().language);
  } catch {
    return null;
  }
}

/**
 * Prepares the search through a list.
 * @returns what finds the entries for a text, best first; all of them for an empty one
 */
export function buildSearch(entries: readonly Entry[]): (text: string) => readonly Entry[] {
  const documents = entries.map((entry) => ({ entry, names: searchNames(entry) }));
  const fuse = new Fuse(documents, {
    keys: ['names'],
    includeScore: true,
    ignoreLocation: true,
    // A name of three words is no worse a match than one of one.
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
