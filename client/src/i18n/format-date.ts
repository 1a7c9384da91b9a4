import type { Locale } from '#shared/locale.ts';

/** `14 December 2026`, with the month as a word, in the reader's own order and time zone. */
export const formatDate = (date: Date, locale: Locale): string =>
  formatLongDate(date, regionalLocale(locale, navigator.languages));

// Intl writes the first of a month as "1", where French and Brazilian Portuguese write an ordinal.
const firstOfMonth = [
  [/^fr\b/, '1er'],
  [/^pt(?:-BR)?$/i, '1º'],
] as const;

export function formatLongDate(date: Date, tag: string): string {
  const first = firstOfMonth.find(([pattern]) => pattern.test(tag))?.[1];
  return new Intl.DateTimeFormat(tag, { dateStyle: 'long' })
    .formatToParts(date)
    .map(({ type, value }) => (type === 'day' && value === '1' && first ? first : value))
    .join('');
}

/**
 * The page's language as the reader's region writes it: English, for one, has two orders of day and month.
 * @param preferences the browser's language tags, most wanted first
 */
export const regionalLocale = (locale: Locale, preferences: readonly string[]): string =>
  preferences.find((tag) => tag.toLowerCase().startsWith(`${locale}-`)) ?? locale;
