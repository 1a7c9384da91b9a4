import type { Locale } from './locale.ts';

/** An amount of money: minor units as a string of digits, so that no float ever touches it. product.md §3 */
export interface Money {
  readonly currency: string;
  readonly amount: string;
}

/** How our prices show a currency; any other is shown as Intl does. product.md §9 */
const currencySymbols: Readonly<Record<string, string>> = {
  EUR: '€',
  USD: '$',
  GBP: '£',
  CAD: 'CAD $',
  NZD: 'NZD $',
  AUD: 'AUD $',
};

/** `'999'` → `'9.99'`: the last two digits are decimals, in every currency. Null when it is not a whole number. */
export function toMajorUnits(amountMinor: string): Intl.StringNumericLiteral | null {
  const match = /^(-?)0*(\d+)$/.exec(amountMinor);
  if (!match) return null;
  const [, sign = '', digits = ''] = match;
  const padded = digits.padStart(3, '0');
  return `${sign}${padded.slice(0, -2)}.${padded.slice(-2)}` as Intl.StringNumericLiteral;
}

/** A price as the language writes it: `€9.99`, `9,99 €`, `CAD $9.99`. Null when the amount is unreadable. */
export function formatMoney({ currency, amount }: Money, locale: Locale): string | null {
  const major = toMajorUnits(amount);
  if (major === null) return null;
  const code = currency.toUpperCase();
  const digits = { minimumFractionDigits: 2, maximumFractionDigits: 2 };
  // Intl throws on what is no currency code at all; the number is still worth showing.
  if (!/^[A-Z]{3}$/.test(code)) return `${new Intl.NumberFormat(locale, digits).format(major)} ${currency}`.trim();
  return new Intl.NumberFormat(locale, { style: 'currency', currency: code, ...digits })
    .formatToParts(major)
    .map((part) => (part.type === 'currency' ? (currencySymbols[code] ?? part.value) : part.value))
    .join('');
}
