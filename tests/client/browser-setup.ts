import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import translation from '../../locales/en.json';
import '../../client/src/theme/theme.css';

await i18next.use(initReactI18next).init({
  lng: 'en',
  resources: { en: { translation } },
  keySeparator: false,
  nsSeparator: false,
  interpolation: { escapeValue: false },
});
