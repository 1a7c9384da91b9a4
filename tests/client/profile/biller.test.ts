import { expect, test } from 'vitest';
import type { Profile } from '#shared/profile.ts';
import { billerAfterDeletion } from '../../../client/src/profile/biller.ts';
import { buildProfile } from '../../support/build-profile.ts';

const active = (vendor: NonNullable<Profile['subscription']>['vendor']) => ({
  id: '1',
  vendor,
  hasActiveSubscription: true,
});

const paidInAdvance = (vendor: NonNullable<Profile['subscription']>['vendor']) => ({
  ...active(vendor),
  billing_date: null,
  expiration_date: '2099-01-31T12:00:00Z',
});

test.each<[string, Parameters<typeof buildProfile>[0], string | null]>([
  ['a free account', { type: 'free', subscription: null }, null],
  ['our own subscription', { type: 'subscription', subscription: active('chargebee') }, 'us'],
  ['a subscription of the App Store', { type: 'subscription', subscription: active('apple') }, 'appStore'],
  ['a subscription of Google Play', { type: 'subscription', subscription: active('android') }, 'playStore'],
  ['a subscription of a partner', { type: 'subscription', subscription: active('platform_payment') }, 'partner'],
  ['a Setapp account', { type: 'setapp', subscription: null }, 'setapp'],
  [
    'a Setapp account whose plan has ended',
    {
      type: 'setapp',
      subscription: { ...active('unknown'), expiration_date: '2026-01-31T12:00:00Z', billing_date: null },
    },
    null,
  ],
  [
    'a Setapp account with a next payment',
    {
      type: 'setapp',
      subscription: {
        ...active('unknown'),
        expiration_date: '2026-01-31T12:00:00Z',
        billing_date: '2099-01-31T12:00:00Z',
      },
    },
    'setapp',
  ],
  ['a promo code', { type: 'promo', subscription: active('promocode') }, null],
  ['a promo sold at our shop', { type: 'promo', subscription: active('chargebee') }, null],
  [
    'a promo with a next payment',
    { type: 'promo', subscription: { ...active('chargebee'), billing_date: '2099-01-31T12:00:00Z' } },
    null,
  ],
  ['a balance', { type: 'pay_as_you_go', subscription: active('chargebee') }, null],
  ['a plan paid in advance', { subscription: paidInAdvance('chargebee') }, null],
  ['a plan paid in advance at Google Play', { subscription: paidInAdvance('android') }, null],
  ['a trial that ends by itself', { state: 'trial', subscription: paidInAdvance('chargebee') }, null],
  ['a Setapp account that expires', { type: 'setapp', subscription: paidInAdvance('unknown') }, null],
  [
    'a plan with an end whose last payment failed',
    { state: 'grace_period', subscription: paidInAdvance('apple') },
    'appStore',
  ],
  [
    'a plan with an end and a next payment',
    { subscription: { ...paidInAdvance('chargebee'), billing_date: '2099-01-31T12:00:00Z' } },
    'us',
  ],
  ['a plan without dates', { subscription: { ...active('chargebee'), billing_date: null } }, 'us'],
  ['a verified citizen', { type: 'diia', subscription: active('diia') }, null],
  ['a canceled subscription', { type: 'subscription', state: 'canceled', subscription: active('chargebee') }, null],
  ['an expired subscription', { type: 'subscription', state: 'expired', subscription: active('chargebee') }, null],
  [
    'an ended subscription',
    { type: 'subscription', subscription: { ...active('apple'), hasActiveSubscription: false } },
    null,
  ],
])('after deleting %s the page names the biller %s', (_, profile, biller) => {
  expect(billerAfterDeletion(buildProfile(profile))).toBe(biller);
});
