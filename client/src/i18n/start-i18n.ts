import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import type { Locale } from '#shared/locale.ts';
import { loadTexts } from './load-texts.ts';

/** Loads the texts of the page's language, of English when those fail, and makes `t` work. Rejects when neither comes. */
export async function startI18n(wanted: Locale): Promise<void> {
  const [locale, texts] = await loadTexts(wanted).then(
    (loaded) => [wanted, loaded] as const,
    async () => ['en', await loadTexts('en')] as const,
  );
  await i18next.use(initReactI18next).init({
    lng: locale,
    resources: { [locale]: { translation: texts } },
    fallbackLng: false,
    keySeparator: false,
    nsSeparator: false,
    interpolation: { escapeValue: false },
    react: { useSuspense: false },
  });
  document.documentElement.lang = locale;
}
