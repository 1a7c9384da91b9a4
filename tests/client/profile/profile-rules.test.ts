import { expect, test } from 'vitest';
import { type ProfileState, profileStates, subscriptionVendors } from '#shared/wire-values.ts';
import { hasPaymentIssue, isAnonymous, isVerifiedCitizen } from '../../../client/src/profile/profile-rules.ts';
import { buildProfile } from '../../support/build-profile.ts';

const issues: Record<ProfileState, boolean> = {
  unknown_profile_state: false,
  new_account: false,
  active: false,
  canceled: false,
  expired: false,
  billing_retry_period: true,
  grace_period: true,
  trial: false,
};

test('a payment issue is shown in the retry and grace periods, and whenever the last payment failed', () => {
  expect(Object.keys(issues)).toEqual([...profileStates]);
  for (const state of profileStates) {
    expect(hasPaymentIssue(buildProfile({ state })), state).toBe(issues[state]);
    const failed = { payment_method_exists: true, payment_status: 'failed' };
    expect(hasPaymentIssue(buildProfile({ state, payment_data: failed })), `${state}, failed`).toBe(true);
    const succeeded = { payment_method_exists: true, payment_status: 'succeeded' };
    expect(hasPaymentIssue(buildProfile({ state, payment_data: succeeded })), `${state}, paid`).toBe(issues[state]);
  }
});

test('a user is verified by the flag or by the vendor diia, and by no other vendor', () => {
  for (const vendor of subscriptionVendors) {
    expect(isVerifiedCitizen(buildProfile({ subscription: { vendor } })), vendor).toBe(vendor === 'diia');
    expect(isVerifiedCitizen(buildProfile({ diia_verified: true, subscription: { vendor } })), vendor).toBe(true);
  }
  expect(isVerifiedCitizen(buildProfile({ subscription: null }))).toBe(false);
});

test.each([
  ['x1@anonymous.skerry.example', true],
  ['x1@ANONYMOUS.skerry.example', true],
  ['x1@ios.anonymous.skerry.example', true],
  ['x1@notanonymous.skerry.example', false],
  ['anonymous.skerry.example@mail.example', false],
])('%s is the email of a device: %s', (email, expected) => {
  expect(isAnonymous({ email }, 'anonymous.skerry.example')).toBe(expected);
});
