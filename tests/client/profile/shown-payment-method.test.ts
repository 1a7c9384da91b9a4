import { expect, test } from 'vitest';
import type { PaymentMethod } from '#shared/profile.ts';
import {
  type ProfileState,
  type ProfileType,
  paymentMethodVendors,
  profileStates,
  profileTypes,
} from '#shared/wire-values.ts';
import { shownPaymentMethod } from '../../../client/src/profile/shown-payment-method.ts';
import { buildProfile } from '../../support/build-profile.ts';

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
