import { expect, test } from 'vitest';
import { type ProfileType, profileTypes } from '#shared/wire-values.ts';
import { type PlanName, planName, readSku } from '../../../client/src/profile/plan-name.ts';
import { buildProfile } from '../../support/build-profile.ts';

const sold: PlanName = { name: 'Power User' };

const names: Record<ProfileType, { bought: PlanName; nothing: PlanName }> = {
  unknown_profile_type: { bought: sold, nothing: { key: 'plan.free' } },
  free: { bought: sold, nothing: { key: 'plan.free' } },
  subscription: { bought: sold, nothing: { key: 'plan.premium' } },
  pay_as_you_go: { bought: { key: 'plan.payAsYouGo' }, nothing: { key: 'plan.payAsYouGo' } },
  promo: { bought: { key: 'plan.promo' }, nothing: { key: 'plan.promo' } },
  setapp: { bought: { key: 'plan.setapp' }, nothing: { key: 'plan.setapp' } },
  guest: { bought: sold, nothing: { key: 'plan.guest' } },
  diia: { bought: { key: 'plan.premium' }, nothing: { key: 'plan.premium' } },
};

test('every account type has a plan name, with and without a paid plan', () => {
  expect(Object.keys(names)).toEqual([...profileTypes]);
  for (const type of profileTypes) {
    expect(planName(buildProfile({ type })), type).toEqual(names[type].bought);
    expect(planName(buildProfile({ type, subscription: null })), `${type} without a subscription`).toEqual(
      names[type].nothing,
    );
  }
});

test.each([
  ['tourist-1m', 'Tourist', 1],
  ['tourist-3m', 'Tourist', 3],
  ['binge-1m', 'Binge', 1],
  ['binge-3m-eur', 'Binge', 3],
  ['power-user-1m', 'Power User', 1],
  ['power-user-3m_2026', 'Power User', 3],
] as const)('the sku %s is %s for %s months', (sku, name, months) => {
  expect(readSku(sku)).toEqual({ name, months });
});

test.each(['', 'diia', 'tourist', 'tourist-6m', 'my-binge-1m', null, undefined])('the sku %s is unknown', (sku) => {
  expect(readSku(sku)).toBeNull();
});

test("a plan with an unknown sku has the upstream's name, else Premium", () => {
  expect(planName(buildProfile({ subscription: { sku: 'family-1m', name: 'Family' } }))).toEqual({ name: 'Family' });
  expect(planName(buildProfile({ subscription: { sku: null, name: null } }))).toEqual({ key: 'plan.premium' });
});

test('a plan from the national service is Premium, whatever its sku', () => {
  expect(planName(buildProfile({ subscription: { vendor: 'diia' } }))).toEqual({ key: 'plan.premium' });
});

test("a guest or free account has the plan's name while the purchase is being activated", () => {
  const subscription = { hasActiveSubscription: false, subscriptionActivationInProgress: true };
  expect(planName(buildProfile({ type: 'free', subscription }))).toEqual(sold);
  expect(planName(buildProfile({ type: 'guest', subscription }))).toEqual(sold);
});

test('a free account with an expired plan is Free', () => {
  expect(planName(buildProfile({ type: 'free', subscription: { hasActiveSubscription: false } }))).toEqual({
    key: 'plan.free',
  });
});
