import { expect, test } from 'vitest';
import type { Profile } from '#shared/profile.ts';
import { billerAfterDeletion } from '../../../client/src/profile/biller.ts';
import { buildProfile } from '../../support/build-profile.ts';

const active = (vendor: NonNullable<Profile['subscription']>['vendor']) => ({
  id: '1',
  vendor,
  hasActiveSubscription: true,
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
