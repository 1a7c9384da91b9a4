import { expect, test } from 'vitest';
import { type ProfileType, profileTypes } from '#shared/wire-values.ts';
import { planDate } from '../../../client/src/features/billing/plan-date.ts';
import { type PlanFact, planFacts } from '../../../client/src/features/billing/plan-facts.ts';
import { profileOf } from '../profile/profile-of.ts';

const factsOf = (change: Parameters<typeof profileOf>[0]) => {
  const profile = profileOf(change);
  return planFacts(profile, planDate(profile));
};

const byType: Record<ProfileType, PlanFact[]> = {
  unknown_profile_type: ['price', 'date'],
  free: ['price', 'date'],
  subscription: ['price', 'date'],
  pay_as_you_go: ['balance'],
  promo: ['date'],
  setapp: ['date'],
  guest: ['price', 'date'],
  diia: ['price', 'date'],
};

test('every type tells its facts, at most two', () => {
  expect(Object.keys(byType)).toEqual([...profileTypes]);
  for (const type of profileTypes) expect(factsOf({ type }), type).toEqual(byType[type]);
});

test('a price is told where it will be taken, and only there', () => {
  expect(factsOf({ state: 'trial' })).toEqual(['price', 'date']);
  expect(factsOf({ state: 'grace_period' })).toEqual(['date']);
  expect(factsOf({ state: 'canceled' })).toEqual(['date']);
  expect(factsOf({ diia_verified: true })).toEqual(['date']);
  expect(factsOf({ subscription: { subscriptionActivationInProgress: true } })).toEqual(['price']);
  expect(factsOf({ subscription: { price: { currency: 'EUR', amount: '0' } } })).toEqual(['date']);
});
