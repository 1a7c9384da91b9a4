import { useTranslation } from 'react-i18next';
import { isLocale, type Locale, locales } from '#shared/locale.ts';
import { useLocale } from '../../i18n/use-locale.ts';
import { showToast } from '../../toasts/toast-queue.ts';
import { GlobeIcon } from '../../ui/icons/globe-icon.tsx';
import { Select } from '../../ui/select.tsx';

/** Every language under its own name; with `short` two letters of the chosen one are painted over it. */
export function LanguageSelect({ short }: { short?: boolean }) {
  const { t } = useTranslation();
  const { locale, loading, change } = useLocale();
  const shown = loading ?? locale;
  return (
    <Select
      label={t('layout.language')}
      icon={<GlobeIcon />}
      shown={short ? shortName(shown) : undefined}
      value={shown}
      onChange={({ target }) => {
        if (!isLocale(target.value)) return;
        change(target.value).catch(() => showToast('bad', 'toast.languageFailed'));
      }}
    >
      {locales.map((each) => (
        <option key={each} value={each} lang={each}>
          {languageNames[each]}
        </option>
      ))}
    </Select>
  );
}

/** Each language as its readers call it. */
const languageNames: Readonly<Record<Locale, string>> = {
  en: 'English',
  uk: 'Українська',
  de: 'Deutsch',
  fr: 'Français',
  es: 'Español',
  pt: 'Português',
};

/** Two letters for the bar; Ukrainian is shown by its country. product.md §1 */
const shortName = (locale: Locale): string => (locale === 'uk' ? 'UA' : locale.toUpperCase());
