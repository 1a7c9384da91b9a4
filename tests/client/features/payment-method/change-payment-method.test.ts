import { expect, test } from 'vitest';
import type { PaymentMethod } from '#shared/profile.ts';
import { hasChanged } from '../../../../client/src/features/payment-method/change-payment-method.ts';

const method = {
  vendor: 'card_vendor',
  can_edited: true,
  payment_source_id: 's1',
  card_masked_number: '4242',
} as const;
const paidBy = (payment_method: PaymentMethod | null) => ({
  payment_data: { payment_method_exists: true, payment_method },
});

test('another source, number or vendor counts as a change', () => {
  expect(hasChanged(paidBy(method))(paidBy({ ...method }))).toBe(false);
  expect(hasChanged(paidBy(method))(paidBy({ ...method, payment_source_id: 's2' }))).toBe(true);
  expect(hasChanged(paidBy(method))(paidBy({ ...method, vendor: 'apple_pay_vendor' }))).toBe(true);
  expect(hasChanged(paidBy(null))(paidBy(method))).toBe(true);
});

// The upstream's billing may not respond.
test('a profile without a payment method, or without payment data before, shows no change', () => {
  expect(hasChanged(paidBy(method))(paidBy(null))).toBe(false);
  expect(hasChanged(paidBy(method))({ payment_data: null })).toBe(false);
  expect(hasChanged({ payment_data: null })(paidBy(method))).toBe(false);
});
