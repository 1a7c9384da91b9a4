import i18next from 'i18next';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isLocale, type Locale } from '#shared/locale.ts';
import { writeCookie } from '../cookies.ts';
import { start } from '../start.ts';
import { loadTexts } from './i18n.ts';

const rememberForSeconds = 365 * 24 * 60 * 60;

export interface LocaleChoice {
  readonly locale: Locale;
  /** The language whose texts are on their way. */
  readonly loading: Locale | null;
  /** Rejects when the texts cannot be loaded: the old language stays, and the caller says so. */
  change(locale: Locale): Promise<void>;
}

/** The language on the page and the way to another, without a reload. The next calls carry it in `User-Locale` by the cookie. */
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
  // Of two quick choices the later one counts, whichever file arrives first.
  if (lastWanted !== locale) return;
  await i18next.changeLanguage(locale);
  document.documentElement.lang = locale;
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

/** The help center for the language that is shown; it has its articles in English and in Ukrainian. product.md §2 */
export function useHelpLink(): string {
  const { locale } = useLocale();
  return locale === 'uk' ? start.links.helpUk : start.links.help;
}
