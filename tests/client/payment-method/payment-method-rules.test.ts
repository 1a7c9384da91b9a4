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
import { isPayPalEnding } from '../../../client/src/features/payment-method/paypal-ends.ts';
import { shownPaymentMethod } from '../../../client/src/features/payment-method/shown-payment-method.ts';
import { profileOf } from '../profile/profile-of.ts';

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

test('every type and state shows the payment method or not', () => {
  expect(Object.keys(byType)).toEqual([...profileTypes]);
  expect(Object.keys(byState)).toEqual([...profileStates]);
  for (const type of profileTypes) {
    for (const state of profileStates) {
      const shown = shownPaymentMethod(profileOf({ type, state, payment_data: card }));
      expect(shown !== null, `${type}, ${state}`).toBe(byType[type] && byState[state]);
    }
  }
});

test('every vendor of a payment method is shown, one that is not ours is not', () => {
  for (const vendor of paymentMethodVendors) {
    expect(shownPaymentMethod(profileOf({ payment_data: paidBy(vendor) }))).toEqual(methodOf(vendor));
  }
  const unknown = paidBy('unknown' as PaymentMethod['vendor']);
  expect(shownPaymentMethod(profileOf({ payment_data: unknown }))).toBeNull();
});

test('no method is shown where there is none, or while the plan is being activated', () => {
  expect(shownPaymentMethod(profileOf())).toBeNull();
  expect(shownPaymentMethod(profileOf({ payment_data: { payment_method_exists: true } }))).toBeNull();
  expect(shownPaymentMethod(profileOf({ payment_data: { ...card, payment_method_exists: false } }))).toBeNull();
  const subscription = { subscriptionActivationInProgress: true };
  expect(shownPaymentMethod(profileOf({ payment_data: card, subscription }))).toBeNull();
});

test('the end of PayPal concerns a chargebee subscription paid by PayPal, and nothing else', () => {
  for (const vendor of subscriptionVendors) {
    for (const method of paymentMethodVendors) {
      const profile = profileOf({ subscription: { vendor }, payment_data: paidBy(method) });
      expect(isPayPalEnding(profile), `${vendor}, ${method}`).toBe(
        vendor === 'chargebee' && method === 'paypal_vendor',
      );
    }
  }
});
