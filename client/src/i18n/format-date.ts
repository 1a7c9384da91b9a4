import type { Locale } from '#shared/locale.ts';

/** For example `14 December 2026`, in the user's region and time zone. */
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
 * The page's language in the user's region: English, for one, has two date orders.
 * @param preferences `navigator.languages`
 */
export const regionalLocale = (locale: Locale, preferences: readonly string[]): string =>
  preferences.find((tag) => tag.toLowerCase().startsWith(`${locale}-`)) ?? locale;
