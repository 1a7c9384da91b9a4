import { expect, test } from 'vitest';
import type { PaymentMethod } from '#shared/profile.ts';
import { paymentMethodVendors } from '#shared/wire-values.ts';
import { methodTitle } from '../../../../client/src/features/payment-method/method-title.ts';

const titles: Record<PaymentMethod['vendor'], string> = {
  card_vendor: 'Visa •••• 4242',
  paypal_vendor: 'PayPal a***@example.com',
  apple_pay_vendor: 'Apple Pay',
  google_pay_vendor: 'Google Pay',
  app_store_vendor: 'App Store',
  play_marked_vendor: 'Google Play',
  platform_payment_vendor: '(platform)',
};

test('every payment vendor has a title', () => {
  expect(Object.keys(titles)).toEqual([...paymentMethodVendors]);
  for (const vendor of paymentMethodVendors) {
    const { name, translated, detail } = methodTitle({
      vendor,
      can_edited: true,
      card_type: 'visa',
      card_masked_number: '**** **** **** 4242',
      paypal_email_masked: 'a***@example.com',
    });
    expect([translated ? `(${name})` : name, detail].filter(Boolean).join(' '), vendor).toBe(titles[vendor]);
  }
});

test.each([
  ['mastercard', '4444', 'Mastercard', '•••• 4444'],
  ['other', '0005', 'card', '•••• 0005'],
  [null, null, 'card', null],
] as const)('the title of a card of type %s with the number %s', (card_type, card_masked_number, name, detail) => {
  expect(methodTitle({ vendor: 'card_vendor', can_edited: true, card_type, card_masked_number })).toMatchObject({
    name,
    detail,
  });
});
