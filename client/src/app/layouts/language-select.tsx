import { useTranslation } from 'react-i18next';
import { isLocale, type Locale, locales } from '#shared/locale.ts';
import { useLocale } from '../../i18n/use-locale.ts';
import { showToast } from '../../toasts/toast-queue.ts';
import { GlobeIcon } from '../../ui/icons/globe-icon.tsx';
import { Select } from '../../ui/select.tsx';

/** Lists every language by its own name. `short` shows two letters of the selected one. */
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
          {nameLanguage(each)}
        </option>
      ))}
    </Select>
  );
}

/** A language as its readers call it, like a name: `Français`, not `français`. */
function nameLanguage(locale: Locale): string {
  const name = new Intl.DisplayNames(locale, { type: 'language' }).of(locale) ?? locale;
  return name.charAt(0).toLocaleUpperCase(locale) + name.slice(1);
}

/** The short name; Ukrainian uses its country code. product.md §1 */
const shortName = (locale: Locale): string => (locale === 'uk' ? 'UA' : locale.toUpperCase());
