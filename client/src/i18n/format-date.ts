import type { Locale } from '#shared/locale.ts';

/** `14 December 2026`, with the month as a word, in the reader's own order and time zone. */
export const formatDate = (date: Date, locale: Locale): string =>
  new Intl.DateTimeFormat(regionalLocale(locale, navigator.languages), { dateStyle: 'long' }).format(date);

/**
 * The page's language as the reader's region writes it: English, for one, has two orders of day and month.
 * @param preferences the browser's language tags, most wanted first
 */
export const regionalLocale = (locale: Locale, preferences: readonly string[]): string =>
  preferences.find((tag) => tag.toLowerCase().startsWith(`${locale}-`)) ?? locale;
