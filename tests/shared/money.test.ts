import fc from 'fast-check';
import { expect, test } from 'vitest';
import { locales } from '#shared/locale.ts';
import { formatMoney, toMajorUnits } from '#shared/money.ts';

/** Replaces the no-break spaces of Intl. */
const plain = (text: string | null) => text?.replace(/[\u00a0\u202f]/g, ' ');

test.each([
  ['EUR', '€9.99'],
  ['USD', '$9.99'],
  ['GBP', '£9.99'],
  ['CAD', 'CAD $9.99'],
  ['NZD', 'NZD $9.99'],
  ['AUD', 'AUD $9.99'],
  ['eur', '€9.99'],
])('%s in English: %s', (currency, text) => {
  expect(formatMoney({ currency, amount: '999' }, 'en')).toBe(text);
});

test.each([
  ['uk', '1 234,50 €'],
  ['de', '1.234,50 €'],
  ['fr', '1 234,50 €'],
  ['es', '1234,50 €'],
  ['pt', '€ 1.234,50'],
] as const)('euros in %s: %s', (locale, text) => {
  expect(plain(formatMoney({ currency: 'EUR', amount: '123450' }, locale))).toBe(text);
});

test.each([
  ['0', '0.00'],
  ['5', '0.05'],
  ['50', '0.50'],
  ['0999', '9.99'],
  ['-250', '-2.50'],
  ['90071992547409931', '900719925474099.31'],
])('%s minor units are %s', (minor, major) => {
  expect(toMajorUnits(minor)).toBe(major);
});

test.each(['', '9.99', '1e3', 'free', ' 999'])('%j is not an amount', (amount) => {
  expect(formatMoney({ currency: 'EUR', amount }, 'en')).toBeNull();
});

test('formats unknown currencies like Intl, and shows invalid ones after the number', () => {
  expect(plain(formatMoney({ currency: 'SEK', amount: '9900' }, 'en'))).toBe('SEK 99.00');
  expect(formatMoney({ currency: 'credits', amount: '9900' }, 'en')).toBe('99.00 credits');
  expect(formatMoney({ currency: '', amount: '9900' }, 'en')).toBe('99.00');
});

test('keeps all digits of every amount in every language', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 10n ** 30n }), fc.constantFrom(...locales), (minor, locale) => {
      const shown = formatMoney({ currency: 'EUR', amount: String(minor) }, locale)?.replace(/\D/g, '');
      expect(BigInt(shown ?? '')).toBe(minor);
    }),
  );
});
