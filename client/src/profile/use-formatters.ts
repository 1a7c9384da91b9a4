import { useTranslation } from 'react-i18next';
import { formatMoney } from '#shared/money.ts';
import type { Price } from '#shared/profile.ts';
import { formatDate } from '../i18n/format-date.ts';
import { useLocale } from '../i18n/use-locale.ts';
import { type PlanName, readSku } from './plan-name.ts';

/** Formats dates, prices, percentages and plan names in the current language. */
export function useFormatters() {
  const { t } = useTranslation();
  const { locale } = useLocale();
  const formatPrice = (price: Price | null | undefined): string => (price ? (formatMoney(price, locale) ?? '') : '');
  return {
    formatDate: (date: Date | null | undefined): string => (date ? formatDate(date, locale) : ''),
    formatPrice,
    /** For example "20%" or "20 %", depending on the language. */
    formatPercent: (percent: number): string =>
      new Intl.NumberFormat(locale, { style: 'percent' }).format(percent / 100),
    /** A balance in minor units. Its currency is optional. */
    formatBalance: (balance: string, currency: string | null | undefined): string =>
      formatMoney({ currency: currency ?? '', amount: balance }, locale) ?? balance,
    /** Adds the billing period if the sku contains it. */
    formatPricePerPeriod(price: Price | null | undefined, sku: string | null | undefined): string {
      const months = readSku(sku)?.months;
      if (months === 1) return t('billing.perMonth', { price: formatPrice(price) });
      return months === 3 ? t('billing.perThreeMonths', { price: formatPrice(price) }) : formatPrice(price);
    },
    formatPlanName: (plan: PlanName): string => ('name' in plan ? plan.name : t(plan.key)),
  };
}
