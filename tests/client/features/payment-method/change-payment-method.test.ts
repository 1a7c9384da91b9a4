import { expect, test } from 'vitest';
import type { PaymentMethod, Profile } from '#shared/profile.ts';
import {
  hasChanged,
  readSavedSetups,
  rememberSaved,
  wasChangedSince,
} from '../../../../client/src/features/payment-method/change-payment-method.ts';
import { stubStorage } from '../../../support/fake-storage.ts';

const method = {
  vendor: 'card_vendor',
  can_edited: true,
  payment_source_id: 's1',
  card_masked_number: '4242',
} as const;
const paidBy = (payment_method: PaymentMethod | null, state: Profile['state'] = 'active') => ({
  payment_data: { payment_method_exists: true, payment_method },
  state,
  subscription: null,
});

test('another source, number or vendor counts as a change', () => {
  expect(hasChanged(paidBy(method))(paidBy({ ...method }))).toBe(false);
  expect(hasChanged(paidBy(method))(paidBy({ ...method, payment_source_id: 's2' }))).toBe(true);
  expect(hasChanged(paidBy(method))(paidBy({ ...method, vendor: 'apple_pay_vendor' }))).toBe(true);
  expect(hasChanged(paidBy(null))(paidBy(method))).toBe(true);
});

test('an amount due that is paid counts as a change, also with the same card', () => {
  for (const due of ['grace_period', 'billing_retry_period'] as const) {
    expect(hasChanged(paidBy(method, due))(paidBy(method))).toBe(true);
    expect(hasChanged(paidBy(method, due))(paidBy(method, due))).toBe(false);
    // The plan has ended meanwhile.
    expect(hasChanged(paidBy(method, due))(paidBy(method, 'expired'))).toBe(false);
  }
  const failed = paidBy(method);
  const before = { ...failed, payment_data: { ...failed.payment_data, payment_status: 'failed' as const } };
  expect(hasChanged(before)(failed)).toBe(true);
  expect(hasChanged(before)(before)).toBe(false);
});

// The upstream's billing may not respond.
test('a profile without a payment method, or without payment data before, shows no change', () => {
  expect(hasChanged(paidBy(method))(paidBy(null))).toBe(false);
  expect(hasChanged(paidBy(method))({ ...paidBy(null), payment_data: null })).toBe(false);
  expect(hasChanged({ ...paidBy(null), payment_data: null })(paidBy(method))).toBe(false);
});

test('a payment method that is found to be saved after a later one is not recorded', () => {
  stubStorage('localStorage');
  rememberSaved('seti_first')(1_000);
  rememberSaved('seti_second')(2_000);
  rememberSaved('seti_late')(1_500);
  expect(readSavedSetups()).toEqual(['2000', 'seti_second', 'seti_first']);
  expect([1_999, 2_000].map(wasChangedSince)).toEqual([true, false]);
});

test('one that was recorded while the clock was ahead does not count as later', () => {
  stubStorage('localStorage');
  rememberSaved('seti_ahead')(Date.now() + 60_000);
  expect(wasChangedSince(Date.now())).toBe(false);
  rememberSaved('seti_now')(Date.now() - 1_000);
  expect(readSavedSetups().slice(1)).toEqual(['seti_now', 'seti_ahead']);
});
