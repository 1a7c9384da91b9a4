import { initI18n } from '../../client/src/i18n/i18n.ts';
import translation from '../../locales/en.json';
import '../../client/src/theme/theme.css';

await initI18n('en', translation);
