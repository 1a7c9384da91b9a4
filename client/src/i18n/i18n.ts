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

/** A key of the locale files that names one text; English is the source of keys. */
export type TextKey = ParseKeys;

declare module 'i18next' {
  interface CustomTypeOptions {
    resources: { translation: typeof english };
    keySeparator: false;
    nsSeparator: false;
  }
}

/** Loads the texts of the page's language, of English when those fail, and makes `t` work. Rejects when neither comes. */
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

// A slow line may take its time, a dead one must end some day. product.md §7
const timeoutMs = 120_000;

/** Fetches a language's texts; rejects when they do not arrive in time or in full, and logs it. product.md §8 */
export async function loadTexts(locale: Locale): Promise<Texts> {
  try {
    return await fetchTexts(locale);
  } catch (error) {
    // biome-ignore lint/suspicious/noConsole: the specification asks for it.
    console.error('Translations could not be loaded:', locale, error);
    throw error;
  }
}

async function fetchTexts(locale: Locale): Promise<Texts> {
  const answer = await fetch(files[locale], { signal: AbortSignal.timeout(timeoutMs) });
  if (!answer.ok) throw new Error(`The texts of ${locale} could not be loaded: ${answer.status}`);
  return (await answer.json()) as Texts;
}
