import type { Locale } from './locale.ts';

// Intl writes the first of a month as "1".
const firstOfMonth: Partial<Record<Locale, string>> = { fr: '1er', pt: '1º' };

/** For example `14 December 2026`. The day is that of UTC. */
export const formatDate = (time: number, locale: Locale): string =>
  new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' })
    .formatToParts(time)
    .map(({ type, value }) => (type === 'day' && value === '1' ? (firstOfMonth[locale] ?? value) : value))
    .join('')
    // Ukrainian abbreviates the year, and the period of "р." would end the sentence twice.
    .replace(/\s*р\.$/, ' року');
