import { expect, test } from 'vitest';
import type { PaymentMethod } from '#shared/profile.ts';
import {
  type ProfileState,
  type ProfileType,
  paymentMethodVendors,
  profileStates,
  profileTypes,
  subscriptionVendors,
} from '#shared/wire-values.ts';
import {
  hasChanged,
  isPayPalEnding,
  methodTitle,
} from '../../../../client/src/features/payment-method/payment-method-rules.ts';
import { shownPaymentMethod } from '../../../../client/src/profile/payment-method.ts';
import { buildProfile } from '../../../support/build-profile.ts';

const methodOf = (vendor: PaymentMethod['vendor']): PaymentMethod => ({ vendor, can_edited: true });
const paidBy = (vendor: PaymentMethod['vendor']) => ({ payment_method_exists: true, payment_method: methodOf(vendor) });
const card = paidBy('card_vendor');

const byType: Record<ProfileType, boolean> = {
  unknown_profile_type: true,
  free: false,
  subscription: true,
  pay_as_you_go: true,
  promo: false,
  setapp: false,
  guest: true,
  diia: true,
};

const byState: Record<ProfileState, boolean> = {
  unknown_profile_state: true,
  new_account: true,
  active: true,
  canceled: false,
  expired: true,
  billing_retry_period: true,
  grace_period: true,
  trial: true,
};

test('each account type and state shows the payment method or hides it', () => {
  expect(Object.keys(byType)).toEqual([...profileTypes]);
  expect(Object.keys(byState)).toEqual([...profileStates]);
  for (const type of profileTypes) {
    for (const state of profileStates) {
      const shown = shownPaymentMethod(buildProfile({ type, state, payment_data: card }));
      expect(shown !== null, `${type}, ${state}`).toBe(byType[type] && byState[state]);
    }
  }
});

test('every known payment vendor is shown, an unknown one is not', () => {
  for (const vendor of paymentMethodVendors) {
    expect(shownPaymentMethod(buildProfile({ payment_data: paidBy(vendor) }))).toEqual(methodOf(vendor));
  }
  const unknown = paidBy('unknown' as PaymentMethod['vendor']);
  expect(shownPaymentMethod(buildProfile({ payment_data: unknown }))).toBeNull();
});

test('no payment method is shown without one, or while the plan is being activated', () => {
  expect(shownPaymentMethod(buildProfile())).toBeNull();
  expect(shownPaymentMethod(buildProfile({ payment_data: { payment_method_exists: true } }))).toBeNull();
  expect(shownPaymentMethod(buildProfile({ payment_data: { ...card, payment_method_exists: false } }))).toBeNull();
  const subscription = { subscriptionActivationInProgress: true };
  expect(shownPaymentMethod(buildProfile({ payment_data: card, subscription }))).toBeNull();
});

test('the PayPal notice is for chargebee subscriptions paid by PayPal only', () => {
  for (const vendor of subscriptionVendors) {
    for (const method of paymentMethodVendors) {
      const profile = buildProfile({ subscription: { vendor }, payment_data: paidBy(method) });
      expect(isPayPalEnding(profile), `${vendor}, ${method}`).toBe(
        vendor === 'chargebee' && method === 'paypal_vendor',
      );
    }
  }
});

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

test('another source, number or vendor counts as a change', () => {
  const method = {
    vendor: 'card_vendor',
    can_edited: true,
    payment_source_id: 's1',
    card_masked_number: '4242',
  } as const;
  const paidBy = (payment_method: PaymentMethod | null) => ({
    payment_data: { payment_method_exists: true, payment_method },
  });
  expect(hasChanged(paidBy(method))(paidBy({ ...method }))).toBe(false);
  expect(hasChanged(paidBy(method))(paidBy({ ...method, payment_source_id: 's2' }))).toBe(true);
  expect(hasChanged(paidBy(method))(paidBy({ ...method, vendor: 'apple_pay_vendor' }))).toBe(true);
  expect(hasChanged(paidBy(null))(paidBy(method))).toBe(true);
});
