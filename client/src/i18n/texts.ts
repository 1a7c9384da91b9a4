import type { ParseKeys } from 'i18next';
import type english from '../../../locales/en.json';

/** A key of the locale files that names one text; English is the source of keys. */
export type TextKey = ParseKeys;

declare module 'i18next' {
  interface CustomTypeOptions {
    resources: { translation: typeof english };
    keySeparator: false;
    nsSeparator: false;
  }
}
