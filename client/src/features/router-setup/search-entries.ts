import Fuse from 'fuse.js/min-basic';
import { type Locale, locales } from '#shared/locale.ts';
import { type City, type Entry, nameRegion } from './catalog.ts';
import { longCountryCode } from './country-codes.ts';
import { otherCityNames, otherCountryNames } from './place-names.ts';

/** A search result. */
export interface Found {
  readonly entry: Entry;
  /** The cities that match, the least busy one first; empty if the entry itself matches. */
  readonly clusterIds: readonly string[];
}

/** How well a name matches. Worse classes are left out if there are better ones. product.md §5 */
const whole = 0;
const beginning = 1;
const wordBeginning = 2;
/** Equal to or better than this is a good match. */
const good = 3;
const beginningInOtherLanguage = 4;
const inside = 5;
const misspelled = 6;

/** Fuse's threshold: 0 is an exact match, 1 matches anything. */
const threshold = 0.34;
/** Shorter texts have too many neighbors. */
const shortestMisspelling = 4;
/** Shorter texts are inside too many names. */
const shortestInside = 3;

interface Name {
  readonly text: string;
  readonly words: readonly string[];
  /** The cities with this name; null for a name of the entry. */
  readonly clusterIds: readonly string[] | null;
  /** `foreign`: in a language that is neither the reader's nor English nor the country's own. */
  readonly kind: 'name' | 'code' | 'foreign';
}

interface Document {
  readonly entry: Entry;
  readonly names: readonly Name[];
}

/** Builds the search index of a list. */
export function buildSearch(entries: readonly Entry[], locale: Locale): (text: string) => readonly Found[] {
  const documents = entries.map((entry) => ({ entry, names: listNames(entry, locale) }));
  let correct: ((query: string) => readonly Match[]) | null = null;
  return (text) => {
    const query = foldText(text);
    if (query === '') return entries.map((entry) => ({ entry, clusterIds: [] }));
    const matches = documents.flatMap((document) => matchDocument(document, query) ?? []);
    if (matches.length > 0) return rankMatches(matches);
    correct ??= buildCorrection(documents);
    return rankMatches(correctWords(query, correct));
  };
}

interface Match extends Found {
  readonly rank: number;
}

function rankMatches(matches: readonly Match[]): readonly Found[] {
  const best = Math.min(...matches.map(({ rank }) => rank));
  const limit = best <= good ? good : Math.floor(best) + 1;
  return matches.filter(({ rank }) => rank < limit || rank === best).sort((one, other) => one.rank - other.rank);
}

/** Lowercase without accents and punctuation, so that "sao paulo" finds São Paulo, and "u.s.a." finds USA. */
function foldText(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[.'’ʼ`]/g, '')
    .replaceAll('ß', 'ss')
    .replaceAll('ø', 'o')
    .replaceAll('ł', 'l')
    .replaceAll('đ', 'd')
    .replaceAll('ı', 'i')
    .replaceAll('æ', 'ae')
    .replaceAll('œ', 'oe')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

const digraphs: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue', ø: 'oe', å: 'aa' };

/** Spellings without the language's own letters: "Muenchen" for München. */
const spellPlainly = (text: string): string =>
  text.toLowerCase().replace(/[äöüøå]/g, (letter) => digraphs[letter] ?? letter);

const latinLetters: Readonly<Record<string, string>> = Object.fromEntries(
  [
    'а a б b в v г h ґ g д d е e є ye ж zh з z и y і i й i к k л l м m н n о o п p р r с s т t у u ф f х kh ц ts',
    'ч ch ш sh щ shch ю yu я ya ы y э e',
  ]
    .join(' ')
    .split(' ')
    .flatMap((letter, index, all) => (index % 2 === 0 ? [[letter, all[index + 1] ?? '']] : [])),
);

/** Cyrillic text in Latin letters. */
const romanize = (text: string): string =>
  text.replace(/\p{Script=Cyrillic}/gu, (letter) => latinLetters[letter] ?? '');

function listNames(entry: Entry, locale: Locale): readonly Name[] {
  const names = new Map<string, Name>();
  const add = (kind: Name['kind'], text: string | null, clusterIds: Name['clusterIds'] = null) => {
    if (!text) return;
    for (const form of new Set([foldText(text), foldText(spellPlainly(text)), romanize(foldText(text))])) {
      const key = `${form} ${clusterIds ?? ''}`;
      if (form !== '' && !names.has(key)) names.set(key, { text: form, words: form.split(' '), clusterIds, kind });
    }
  };
  add('name', entry.title);
  add('name', entry.englishTitle);
  if (entry.mode === 'COUNTRY_PICKER' && entry.countryCode) addCountryNames(entry.countryCode, locale, add);
  for (const [city, clusterIds] of groupCities(entry.cities)) {
    add('name', city, clusterIds);
    for (const name of otherCityNames(foldText(city))) add('name', name, clusterIds);
  }
  return [...names.values()];
}

function addCountryNames(
  countryCode: string,
  locale: Locale,
  add: (kind: Name['kind'], text: string | null) => void,
): void {
  add('code', countryCode);
  add('code', longCountryCode(countryCode));
  add('name', nameAtHome(countryCode));
  for (const name of otherCountryNames(countryCode, 'all')) add('name', name);
  // The reader's language and English first: a name that two languages share is not foreign.
  for (const language of new Set([locale, 'en', ...locales] as const)) {
    const kind = language === locale || language === 'en' ? 'name' : 'foreign';
    add(kind, nameRegion(countryCode, language));
    for (const name of otherCountryNames(countryCode, language)) add(kind, name);
  }
}

/** The nodes of each city, the least busy one first. */
function groupCities(cities: readonly City[]): ReadonlyMap<string, readonly string[]> {
  const groups = new Map<string, string[]>();
  for (const { name, clusterId } of [...cities].sort((one, other) => (one.load ?? 1) - (other.load ?? 1))) {
    groups.set(name, [...(groups.get(name) ?? []), clusterId]);
  }
  return groups;
}

/** CLDR's likely subtags give a country's main language: und-UA is uk. */
function nameAtHome(countryCode: string): string | null {
  try {
    return nameRegion(countryCode, new Intl.Locale(`und-${countryCode}`).maximize().language);
  } catch {
    return null;
  }
}

/** The best match among the names of an entry, or of all words of the query in several of its names. */
function matchDocument({ entry, names }: Document, query: string): Match | null {
  let rank = Number.POSITIVE_INFINITY;
  let clusterIds: readonly string[] = [];
  for (const name of names) {
    const next = rankName(name, query);
    if (next === null || next > rank) continue;
    clusterIds = next === rank ? [...clusterIds, ...(name.clusterIds ?? [])] : (name.clusterIds ?? []);
    rank = next;
  }
  if (rank <= good) return { entry, rank, clusterIds };
  return matchWords(entry, names, query) ?? (rank < misspelled ? { entry, rank, clusterIds } : null);
}

/** Countries come before cities of the same class. */
const cityPenalty = 0.1;

function rankName({ text, kind, clusterIds }: Name, query: string): number | null {
  const penalty = clusterIds ? cityPenalty : 0;
  if (text === query) return whole + penalty;
  if (kind === 'code') return null;
  const foreign = kind === 'foreign';
  if (text.startsWith(query)) return (foreign ? beginningInOtherLanguage : beginning) + penalty;
  if (!foreign && text.includes(` ${query}`)) return wordBeginning + penalty;
  return !foreign && query.length >= shortestInside && text.includes(query) ? inside + penalty : null;
}

/** Words that names have or lack: "the Netherlands", "die Schweiz". */
const articles = new Set('the of and der die das und le la les de du et el los las y o os a as da do e'.split(' '));

/** Every word of the query begins a word of the country or of one city: "frankfurt germany", "new york usa". */
function matchWords(entry: Entry, names: readonly Name[], query: string): Match | null {
  const all = query.split(' ');
  const words = all.filter((word) => !articles.has(word));
  if (words.length === 0 || (words.length === all.length && words.length < 2)) return null;
  const begins = (name: Name, word: string) =>
    name.kind === 'code' ? name.text === word : name.words.some((each) => each.startsWith(word));
  const ofEntry = names.filter((name) => name.clusterIds === null);
  const rest = words.filter((word) => !ofEntry.some((name) => begins(name, word)));
  if (rest.length === 0) {
    // "New" begins a country's name and a city's; the words of one name belong together.
    const together = ofEntry.some((name) => words.every((word) => begins(name, word)));
    return together ? { entry, rank: wordBeginning + 2 * cityPenalty, clusterIds: [] } : null;
  }
  const clusterIds = names.flatMap((name) =>
    name.clusterIds && rest.every((word) => begins(name, word)) ? name.clusterIds : [],
  );
  return clusterIds.length > 0
    ? { entry, rank: wordBeginning + 3 * cityPenalty, clusterIds: [...new Set(clusterIds)] }
    : null;
}

/** The first letter is rarely wrong: "lativa" is Latvia, not Hrvatska. */
const otherLetterPenalty = 0.2;

const beginsAlike = (name: string, query: string): boolean => ` ${name}`.includes(` ${query.slice(0, 1)}`);

/** Finds names despite misspellings. */
function buildCorrection(documents: readonly Document[]): (query: string) => readonly Match[] {
  const rows = documents.flatMap(({ entry, names }) =>
    names.flatMap(({ kind, text, clusterIds }) =>
      kind === 'name' && text.length >= shortestMisspelling ? [{ entry, text, clusterIds: clusterIds ?? [] }] : [],
    ),
  );
  const fuse = new Fuse(rows, {
    keys: ['text'],
    includeScore: true,
    ignoreLocation: true,
    // Long names must not score worse.
    ignoreFieldNorm: true,
    threshold,
  });
  return (query) => {
    const best = new Map<Entry, Match>();
    for (const { item, score = 1 } of fuse.search(query)) {
      const rank = misspelled + score + (beginsAlike(item.text, query) ? 0 : otherLetterPenalty);
      if (rank < (best.get(item.entry)?.rank ?? Number.POSITIVE_INFINITY)) best.set(item.entry, { ...item, rank });
    }
    return [...best.values()];
  };
}

/** Corrects the whole query, or each of its words. */
function correctWords(query: string, correct: (query: string) => readonly Match[]): readonly Match[] {
  const readable = romanize(query);
  if (readable.replaceAll(' ', '').length < shortestMisspelling) return [];
  const found = [...correct(query), ...(readable === query ? [] : correct(readable))];
  const words = query.split(' ').filter((word) => !articles.has(word));
  if (found.length > 0 || words.length < 2) return found;
  const [first = [], ...others] = words.map((word) => (word.length < shortestMisspelling ? [] : correct(word)));
  return first.flatMap((match) => {
    const rest = others.map((list) => list.find(({ entry }) => entry === match.entry));
    if (rest.some((each) => each === undefined)) return [];
    const all = [match, ...rest.filter((each) => each !== undefined)];
    return { ...match, clusterIds: all.flatMap(({ clusterIds }) => clusterIds) };
  });
}
