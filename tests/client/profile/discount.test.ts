import { expect, test } from 'vitest';
import { type ProfileType, profileTypes } from '#shared/wire-values.ts';
import { canRedeemCode, findDiscount } from '../../../client/src/profile/discount.ts';
import { buildProfile } from '../../support/build-profile.ts';

const invited = {
  referral_url: 'https://skerry.example/r/1',
  referrals_count: 0,
  referrals_limit: 5,
  referrer_id: 'friend',
};
const friend = { kind: 'friend', percent: 20, code: null };

test('only a free account has a discount', () => {
  for (const type of profileTypes) {
    expect(findDiscount(buildProfile({ type, referral: invited }), 'WELCOME'), type).toEqual(
      type === 'free' ? { kind: 'coupon', percent: null, code: 'WELCOME' } : null,
    );
  }
});

test.each([
  [0, null],
  [1, 20],
  [2, 30],
  [3, 50],
  [4, 70],
  [5, 90],
  [12, 90],
])('a user who invited %s friends saves %s percent', (count, percent) => {
  const referral = { ...invited, referrer_id: null, referrals_count: count };
  expect(findDiscount(buildProfile({ type: 'free', referral }), null)).toEqual(
    percent === null ? null : { kind: 'inviter', percent, code: null },
  );
});

test('a coupon takes precedence over inviting, and inviting over being invited', () => {
  const profile = buildProfile({ type: 'free', referral: { ...invited, referrals_count: 2 } });
  const coupon = { code: 'AUTUMN', discount_percent: 40 };
  expect(findDiscount(profile, coupon)).toEqual({ kind: 'coupon', percent: 40, code: 'AUTUMN' });
  expect(findDiscount(profile, null)).toEqual({ kind: 'inviter', percent: 30, code: null });
  expect(findDiscount(buildProfile({ type: 'free', referral: invited }), undefined)).toEqual(friend);
});

test('an empty coupon and a missing referral give no discount', () => {
  expect(findDiscount(buildProfile({ type: 'free' }), '')).toBeNull();
  expect(findDiscount(buildProfile({ type: 'free', referral: null }), null)).toBeNull();
});

test('a coupon of a wrong shape gives no discount', () => {
  for (const coupon of [5, [], {}, { code: 5 }]) {
    expect(findDiscount(buildProfile({ type: 'free' }), coupon as never), JSON.stringify(coupon)).toBeNull();
  }
  expect(findDiscount(buildProfile({ type: 'free' }), { code: 'AUTUMN', discount_percent: '40' as never })).toEqual({
    kind: 'coupon',
    percent: null,
    code: 'AUTUMN',
  });
});

const redeems: Record<ProfileType, boolean> = {
  unknown_profile_type: false,
  free: true,
  subscription: false,
  pay_as_you_go: false,
  promo: true,
  setapp: false,
  guest: false,
  diia: false,
};

test('only free and promo accounts without a discount may redeem a code', () => {
  expect(Object.keys(redeems)).toEqual([...profileTypes]);
  for (const type of profileTypes) {
    expect(canRedeemCode({ type }, null), type).toBe(redeems[type]);
    expect(canRedeemCode({ type }, { kind: 'friend', percent: 20, code: null }), type).toBe(false);
  }
});
