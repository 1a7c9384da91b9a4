import type { ParseKeys } from 'i18next';
import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import type { Locale } from '#shared/locale.ts';
import de from '../../../locales/de.json?url';
import type english from '../../../locales/en.json';
import en from '../../../locales/en.json?url';
import es from '../../../locales/es.json?url';
import fr from '../../../locales/fr.json?url';
import pt from '../../../locales/pt.json?url';
import uk from '../../../locales/uk.json?url';
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
  await i18next
    .use(numberFormatter)
    .use(initReactI18next)
    .init({
      ...i18nOptions,
      lng: locale,
      resources: { [locale]: { translation: texts } },
      react: { useSuspense: false },
    });
  document.documentElement.lang = locale;
}

export type Texts = Readonly<Record<string, string>>;

const files: Readonly<Record<Locale, string>> = { de, en, es, fr, pt, uk };

// Tolerates a slow connection, but not a dead one. product.md §7
const timeoutMs = 120_000;

/** Fetches the translations of a language. */
export async function loadTexts(locale: Locale): Promise<Texts> {
  const response = await fetch(files[locale], { signal: AbortSignal.timeout(timeoutMs) });
  if (!response.ok) throw new Error(`The texts of ${locale} could not be loaded: ${response.status}`);
  return (await response.json()) as Texts;
}
