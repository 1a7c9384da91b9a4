import i18next from 'i18next';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isLocale, type Locale } from '#shared/locale.ts';
import { writeCookie } from '../cookies.ts';
import { loadTexts, setPageLanguage } from './i18n.ts';

const rememberForSeconds = 365 * 24 * 60 * 60;

export interface LocaleChoice {
  readonly locale: Locale;
  /** The language that is loading. */
  readonly loading: Locale | null;
  /** Rejects when the translations cannot be loaded: the language stays, and the caller shows an error. */
  change(locale: Locale): Promise<void>;
}

/**
 * The current language, and how to change it without a reload. The cookie carries it to the gateway for `User-Locale`.
 */
export function useLocale(): LocaleChoice {
  const { i18n } = useTranslation();
  const [loading, setLoading] = useState<Locale | null>(null);
  return {
    locale: isLocale(i18n.language) ? i18n.language : 'en',
    loading,
    async change(locale) {
      setLoading(locale);
      try {
        await changeLocale(locale);
      } finally {
        setLoading((current) => (current === locale ? null : current));
      }
    },
  };
}

let lastWanted: Locale | null = null;

async function changeLocale(locale: Locale): Promise<void> {
  lastWanted = locale;
  if (!i18next.hasResourceBundle(locale, 'translation')) {
    i18next.addResourceBundle(locale, 'translation', await loadTexts(locale));
  }
  // The last choice wins, whichever file arrives first.
  if (lastWanted !== locale) return;
  await i18next.changeLanguage(locale);
  setPageLanguage(locale);
  writeCookie('locale', locale, rememberForSeconds);
  forgetLangParameter();
}

/** A reload would set the language of the link again. */
function forgetLangParameter(): void {
  const url = new URL(location.href);
  if (!url.searchParams.has('lang')) return;
  url.searchParams.delete('lang');
  history.replaceState(history.state, '', url);
}
