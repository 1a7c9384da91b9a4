import { expect, test } from 'vitest';
import type { Profile } from '#shared/profile.ts';
import { type LoginVendor, loginVendors, type ProfileType, profileTypes } from '#shared/wire-values.ts';
import {
  type AccountSignInMethod,
  findAccountSignInMethod,
} from '../../../../client/src/features/account/account-sign-in-method.ts';
import { buildProfile } from '../../../support/build-profile.ts';

const domain = 'anonymous.skerry.example';
const oauthSpellings = [
  'account_oauth_default',
  'account_oauth_apple',
  'account_oauth_google',
  'account_oauth_facebook',
] as const;
const vendor = (name: NonNullable<Profile['oauth_credentials']>['vendor']) => ({ oauth_credentials: { vendor: name } });

const byVendor: Record<LoginVendor, AccountSignInMethod> = {
  default: 'email',
  apple: 'apple',
  code: 'code',
  facebook: 'facebook',
  google: 'google',
  guest: 'guest',
};

test('every credential vendor has its sign-in method in any spelling, and only the default one uses email', () => {
  expect(Object.keys(byVendor)).toEqual([...loginVendors]);
  for (const name of loginVendors) {
    expect(findAccountSignInMethod(buildProfile(vendor(name)), domain), name).toBe(byVendor[name]);
  }
  for (const name of oauthSpellings) {
    const plain = name.replace('account_oauth_', '') as LoginVendor;
    expect(findAccountSignInMethod(buildProfile(vendor(name)), domain), name).toBe(byVendor[plain]);
  }
});

test.each<[string, Parameters<typeof buildProfile>[0], AccountSignInMethod]>([
  ['an unknown vendor', vendor('myspace' as LoginVendor), 'unknown'],
  ['no vendor', {}, 'unknown'],
  ['the type guest', { type: 'guest', ...vendor('default') }, 'guest'],
  ['the role of a guest', { role: 'account_role_guest', ...vendor('default') }, 'guest'],
  ['an anonymous device’s email', { email: `4kx9@${domain}`, ...vendor('default') }, 'anonymous'],
])('the sign-in method of an account with %s is %o', (_, change, method) => {
  expect(findAccountSignInMethod(buildProfile(change), domain)).toBe(method);
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

test('only accounts with default credentials, except setapp and guest accounts, may change their email', () => {
  expect(Object.keys(changesEmail)).toEqual([...profileTypes]);
  for (const type of profileTypes) {
    expect(findAccountSignInMethod(buildProfile({ type, ...vendor('default') }), domain) === 'email', type).toBe(
      changesEmail[type],
    );
    for (const name of loginVendors.filter((other) => other !== 'default')) {
      expect(findAccountSignInMethod(buildProfile({ type, ...vendor(name) }), domain), `${type}, ${name}`).not.toBe(
        'email',
      );
    }
  }
});
