import { expect, test } from 'vitest';
import { cancelTerms } from '../../../../client/src/features/billing/cancel-terms.ts';
import { buildProfile } from '../../../support/build-profile.ts';

const now = new Date('2026-11-20T12:00:00Z');
const billing_date = '2026-11-22T12:00:00Z';
const end_grace_period_date = '2026-11-25T12:00:00Z';
const termsOf = (change: Parameters<typeof buildProfile>[0]) => cancelTerms(buildProfile(change), now);

test('a paid plan and a trial end with the period that is paid or free', () => {
  const end = new Date(billing_date);
  expect(termsOf({ subscription: { billing_date } })).toEqual({ kind: 'plan', end });
  expect(termsOf({ state: 'trial', subscription: { billing_date } })).toEqual({ kind: 'trial', end });
  const expiration_date = '2026-12-01T12:00:00Z';
  expect(termsOf({ subscription: { billing_date, expiration_date } }).end).toEqual(new Date(expiration_date));
});

test.each(['grace_period', 'billing_retry_period'] as const)(
  'in the state %s the plan ends with the grace period and not with the next attempt',
  (state) => {
    const subscription = { billing_date, end_grace_period_date };
    expect(termsOf({ state, subscription })).toEqual({ kind: 'unpaid', end: new Date(end_grace_period_date) });
    expect(termsOf({ state, subscription: { billing_date } })).toEqual({ kind: 'unpaid', end: null });
  },
);

test('the terms name no end in the past', () => {
  expect(termsOf({ subscription: { billing_date: '2026-11-19T12:00:00Z' } }).end).toBeNull();
});

test('a verified citizen keeps Premium', () => {
  expect(termsOf({ diia_verified: true, subscription: { billing_date } }).kind).toBe('citizen');
});
