import type { Locale } from '#shared/locale.ts';

/** Each language as its readers call it. */
export const languageNames: Readonly<Record<Locale, string>> = {
  en: 'English',
  uk: 'Українська',
  de: 'Deutsch',
  fr: 'Français',
  es: 'Español',
  pt: 'Português',
};

/** Two letters for the bar; Ukrainian is shown by its country. product.md §1 */
export const shortName = (locale: Locale): string => (locale === 'uk' ? 'UA' : locale.toUpperCase());
