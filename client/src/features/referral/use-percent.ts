import { useLocale } from '../../i18n/use-locale.ts';

/** Writes 20 as "20%", "20 %", as the language does. */
export function usePercent(): (percent: number) => string {
  const { locale } = useLocale();
  const { format } = new Intl.NumberFormat(locale, { style: 'percent' });
  return (percent) => format(percent / 100);
}
