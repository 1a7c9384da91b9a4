import type { FormatterModule, InitOptions } from 'i18next';

/** Writes every number in a text as the language does: 3499 is "3,499" in English and "3 499" in French. */
export const numberFormatter: FormatterModule = {
  type: 'formatter',
  init: () => undefined,
  add: () => undefined,
  addCached: () => undefined,
  format: (value: unknown, _format, locale) =>
    typeof value === 'number' ? new Intl.NumberFormat(locale).format(value) : (value as string),
};

/** How texts are looked up and filled in. */
export const i18nOptions: InitOptions = {
  fallbackLng: false,
  keySeparator: false,
  nsSeparator: false,
  interpolation: { escapeValue: false, alwaysFormat: true },
};
