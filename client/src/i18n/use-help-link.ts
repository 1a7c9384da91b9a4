import { start } from '../start.ts';
import { useLocale } from './use-locale.ts';

/** The help center in the current language: it exists in English and Ukrainian. product.md §2 */
export function useHelpLink(): string {
  const { locale } = useLocale();
  return locale === 'uk' ? start.links.helpUk : start.links.help;
}
