import { expect, test } from 'vitest';
import type { Profile } from '#shared/profile.ts';
import { type LoginVendor, loginVendors, type ProfileType, profileTypes } from '#shared/wire-values.ts';
import { offersRedeem } from '../../../client/src/features/account/offers-redeem.ts';
import { type SignInWay, signInWay } from '../../../client/src/features/account/sign-in-way.ts';
import { profileOf } from '../profile/profile-of.ts';

const domain = 'anonymous.skerry.example';
const oauthSpellings = [
  'account_oauth_default',
  'account_oauth_apple',
  'account_oauth_google',
  'account_oauth_facebook',
] as const;
const vendor = (name: NonNullable<Profile['oauth_credentials']>['vendor']) => ({ oauth_credentials: { vendor: name } });

const byVendor: Record<LoginVendor, SignInWay> = {
  default: 'email',
  apple: 'apple',
  code: 'code',
  facebook: 'facebook',
  google: 'google',
  guest: 'guest',
};

test('every vendor of credentials is signed in to in its way, however it is spelled, and only the default one by e-mail', () => {
  expect(Object.keys(byVendor)).toEqual([...loginVendors]);
  for (const name of loginVendors) {
    expect(signInWay(profileOf(vendor(name)), domain), name).toBe(byVendor[name]);
  }
  for (const name of oauthSpellings) {
    const plain = name.replace('account_oauth_', '') as LoginVendor;
    expect(signInWay(profileOf(vendor(name)), domain), name).toBe(byVendor[plain]);
  }
});

test.each<[string, Parameters<typeof profileOf>[0], SignInWay]>([
  ['a vendor that is not ours', vendor('myspace' as LoginVendor), 'unknown'],
  ['no vendor told', {}, 'unknown'],
  ['the type guest', { type: 'guest', ...vendor('default') }, 'guest'],
  ['the role of a guest', { role: 'account_role_guest', ...vendor('default') }, 'guest'],
  ['an anonymous device’s e-mail', { email: `4kx9@${domain}`, ...vendor('default') }, 'anonymous'],
])('an account with %s is signed in to by: %o', (_, change, way) => {
  expect(signInWay(profileOf(change), domain)).toBe(way);
});

const changesEmail: Record<ProfileType, boolean> = {
  unknown_profile_type: true,
  free: true,
  subscription: true,
  pay_as_you_go: true,
  promo: true,
  setapp: false,
  guest: false,
  diia: true,
};

test('every type may change its e-mail or not, and none without default credentials', () => {
  expect(Object.keys(changesEmail)).toEqual([...profileTypes]);
  for (const type of profileTypes) {
    expect(signInWay(profileOf({ type, ...vendor('default') }), domain) === 'email', type).toBe(changesEmail[type]);
    for (const name of loginVendors.filter((other) => other !== 'default')) {
      expect(signInWay(profileOf({ type, ...vendor(name) }), domain), `${type}, ${name}`).not.toBe('email');
    }
  }
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

test('every type is offered to redeem a promo code or not, and none that has a discount', () => {
  expect(Object.keys(redeems)).toEqual([...profileTypes]);
  for (const type of profileTypes) {
    expect(offersRedeem({ type }, null), type).toBe(redeems[type]);
    expect(offersRedeem({ type }, { kind: 'friend', percent: 20, code: null }), type).toBe(false);
  }
});
