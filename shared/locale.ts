/** The interface languages, in the order of the language list. `uk` is shown as UA. product.md §1 */
export const locales = ['en', 'uk', 'de', 'fr', 'es', 'pt'] as const;
export type Locale = (typeof locales)[number];

export const isLocale = (value: unknown): value is Locale => locales.some((locale) => locale === value);

/**
 * Chooses the interface language: a valid `lang` parameter, then the cookie, then the first supported browser language,
 * then English. product.md §5
 * @param preferences language tags in order of preference, e.g. `['de-AT', 'en']`
 */
export function chooseLocale(
  query: string | null | undefined,
  cookie: string | null | undefined,
  preferences: readonly string[],
): Locale {
  if (isLocale(query)) return query;
  if (isLocale(cookie)) return cookie;
  return preferences.map((tag) => tag.split(/[-_]/, 1)[0]?.toLowerCase()).find(isLocale) ?? 'en';
}

const rightToLeft = new Set(['ar', 'fa', 'he', 'ur']);

/** Which way the language is written. */
export const directionOf = (locale: string): 'ltr' | 'rtl' => (rightToLeft.has(locale) ? 'rtl' : 'ltr');
