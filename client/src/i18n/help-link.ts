import { start } from '../start.ts';
import { useLocale } from './use-locale.ts';

/** The help center for the language that is shown; it has its articles in English and in Ukrainian. product.md §2 */
export function useHelpLink(): string {
  const { locale } = useLocale();
  return locale === 'uk' ? start.links.helpUk : start.links.help;
}
