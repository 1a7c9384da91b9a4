import type { Locale } from './locale.ts';

/** An amount in minor units as a string of digits, never a floating-point number. product.md §3 */
export interface Money {
  readonly currency: string;
  readonly amount: string;
}

/** The product's currency symbols; Intl formats all other currencies. product.md §9 */
const currencySymbols: Readonly<Record<string, string>> = {
  EUR: '€',
  USD: '$',
  GBP: '£',
  CAD: 'CAD $',
  NZD: 'NZD $',
  AUD: 'AUD $',
};

/** `'999'` → `'9.99'`: the last two digits are decimals in every currency. Null if it is not a whole number. */
export function toMajorUnits(amountMinor: string): Intl.StringNumericLiteral | null {
  const match = /^(-?)0*(\d+)$/.exec(amountMinor);
  if (!match) return null;
  const [, sign = '', digits = ''] = match;
  const padded = digits.padStart(3, '0');
  return `${sign}${padded.slice(0, -2)}.${padded.slice(-2)}` as Intl.StringNumericLiteral;
}

/** Formats a price for the locale: `€9.99`, `9,99 €`, `CAD $9.99`. Null if the amount is not a whole number. */
export function formatMoney({ currency, amount }: Money, locale: Locale): string | null {
  const major = toMajorUnits(amount);
  if (major === null) return null;
  const code = currency.toUpperCase();
  const digits = { minimumFractionDigits: 2, maximumFractionDigits: 2 };
  // Intl throws on an invalid currency code; show the number anyway.
  if (!/^[A-Z]{3}$/.test(code)) return `${new Intl.NumberFormat(locale, digits).format(major)} ${currency}`.trim();
  return new Intl.NumberFormat(locale, { style: 'currency', currency: code, ...digits })
    .formatToParts(major)
    .map((part) => (part.type === 'currency' ? (currencySymbols[code] ?? part.value) : part.value))
    .join('');
}
