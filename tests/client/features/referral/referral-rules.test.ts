import { expect, test } from 'vitest';
import type { Profile } from '#shared/profile.ts';
import { emailLink, maxedOutBanner, shareLinks } from '../../../../client/src/features/referral/referral-rules.ts';
import { canInvite, hasReferralSection } from '../../../../client/src/profile/referral-access.ts';
import { buildProfile } from '../../../support/build-profile.ts';

const domain = 'anonymous.skerry.example';
const subscription = (vendor: 'chargebee' | 'apple' | 'diia' | 'promocode', hasActiveSubscription = true) => ({
  id: 'subscription',
  vendor,
  hasActiveSubscription,
});

test.each<[string, Partial<Pick<Profile, 'email' | 'role' | 'type' | 'subscription'>>, boolean]>([
  ['a free account', {}, true],
  ['a subscriber of chargebee', { type: 'subscription', subscription: subscription('chargebee') }, true],
  ['a subscriber of a store', { type: 'subscription', subscription: subscription('apple') }, false],
  ['a verified citizen', { type: 'diia', subscription: subscription('diia') }, false],
  ['an account whose store subscription has ended', { subscription: subscription('apple', false) }, true],
  ['a promo user with an active promocode', { type: 'promo', subscription: subscription('promocode') }, false],
  ['a setapp user', { type: 'setapp' }, false],
  ['a guest by type', { type: 'guest' }, false],
  ['a guest by role', { role: 'account_role_guest' }, false],
  ['an anonymous device', { email: `4kx9@${domain}` }, false],
  ['an anonymous device in capitals', { email: `4KX9@${domain.toUpperCase()}` }, false],
])('%s has the referral section: %s', (_, profile, visible) => {
  const common = { email: 'free@example.com', type: 'free', role: null, subscription: null } as const;
  expect(hasReferralSection({ ...common, ...profile }, domain)).toBe(visible);
});

test.each([
  ['active', 4, 5, null],
  ['active', 5, 5, 'affiliate'],
  ['active', 6, 5, 'affiliate'],
  ['new_account', 4, 5, null],
  ['new_account', 5, 5, 'upgrade'],
  ['trial', 5, 5, null],
  ['canceled', 9, 5, null],
  ['active', 0, 0, null],
] as const)(
  'state %s with %i of %i invites used has the banner %s',
  (state, referrals_count, referrals_limit, banner) => {
    expect(maxedOutBanner({ referrals_count, referrals_limit }, state)).toBe(banner);
  },
);

test.each([
  ['a link and invites left', {}, true],
  ['all invites used', { referrals_count: 5 }, false],
  ['no link yet', { referral_url: '' }, false],
])('an account with %s can invite: %s', (_, change, expected) => {
  const referral = { referral_url: 'https://skerry.example/i/A', referrals_count: 4, referrals_limit: 5, ...change };
  expect(canInvite(buildProfile({ referral }), domain)).toBe(expected);
  expect(canInvite(buildProfile({ referral, subscription: { vendor: 'apple' } }), domain)).toBe(false);
});

test('the share links contain the whole link', () => {
  const url = 'https://skerry.example/i/A?x=1&y=ü#z';
  const { facebook, x } = shareLinks(url);
  expect(new URL(facebook).searchParams.get('u')).toBe(url);
  expect(new URL(x).searchParams.get('url')).toBe(url);
});

test('the email link contains the whole text', () => {
  const { searchParams } = new URL(emailLink('Premium & more', 'Try it: https://skerry.example/i/A?x=1&y=ü'));
  expect([...searchParams.values()]).toEqual(['Premium & more', 'Try it: https://skerry.example/i/A?x=1&y=ü']);
});
