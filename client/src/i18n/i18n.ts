import type { ParseKeys } from 'i18next';
import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import { directionOf, type Locale } from '#shared/locale.ts';
import type english from '../../../locales/en.json';
import { i18nOptions, numberFormatter } from './i18n-options.ts';

/** A key of the locale files; English is the source of keys. */
export type TextKey = ParseKeys;

declare module 'i18next' {
  interface CustomTypeOptions {
    resources: { translation: typeof english };
    keySeparator: false;
    nsSeparator: false;
  }
}

/**
 * Loads the translations of the page's language, or English if they fail, and initializes `t`. Rejects when both fail.
 */
export async function startI18n(wanted: Locale): Promise<void> {
  const [locale, texts] = await loadTexts(wanted).then(
    (loaded) => [wanted, loaded] as const,
    async () => ['en', await loadTexts('en')] as const,
  );
  await initI18n(locale, texts);
  setPageLanguage(locale);
}

/** Initializes `t` with the texts of one language. */
export const initI18n = (locale: Locale, texts: Texts) =>
  i18next
    .use(numberFormatter)
    .use(initReactI18next)
    .init({
      ...i18nOptions,
      lng: locale,
      resources: { [locale]: { translation: texts } },
      react: { useSuspense: false },
    });

/** Nothing where the gateway has written it already. */
export function setPageLanguage(locale: Locale): void {
  const page = document.documentElement;
  if (page.lang === locale) return;
  page.lang = locale;
  page.dir = directionOf(locale);
}

export type Texts = Readonly<Record<string, string>>;

const files = import.meta.glob<string>('./??.json', {
  base: '../../../locales/',
  query: '?url',
  import: 'default',
  eager: true,
});

// Tolerates a slow connection, but not a dead one. product.md §7
const timeoutMs = 120_000;

/** Fetches the translations of a language, twice if need be. A failure is logged. product.md §8 */
export async function loadTexts(locale: Locale): Promise<Texts> {
  try {
    const signal = AbortSignal.timeout(timeoutMs);
    return await fetchTexts(locale, signal).catch(() => {
      signal.throwIfAborted();
      return fetchTexts(locale, signal);
    });
  } catch (error) {
    // biome-ignore lint/suspicious/noConsole: the specification requires it.
    console.error('Translations could not be loaded:', locale, error);
    throw error;
  }
}

async function fetchTexts(locale: Locale, signal: AbortSignal): Promise<Texts> {
  const response = await fetch(files[`./${locale}.json`] ?? '', { signal });
  if (!response.ok) throw new Error(`Status ${response.status}`);
  return (await response.json()) as Texts;
}
