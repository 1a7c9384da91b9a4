import { expect, test } from 'vitest';
import { isPaid, readIdentity } from '../../../../client/src/features/payment-result/payment-result-rules.ts';
import { buildProfile } from '../../../support/build-profile.ts';

test.each([
  ['a|b|token', 'token'],
  ['skerry.site.order|42|~~~???>>>', '~~~???>>>'],
  ['a|b|', null],
  ['a|token', null],
  ['a|b|token|c', null],
  ['', null],
])('the identity %s contains the token %s', (text, token) => {
  const base64 = Buffer.from(text).toString('base64');
  expect(readIdentity(base64)).toBe(token);
  expect(readIdentity(base64.replaceAll('+', ' ')), 'with its plus signs read as spaces').toBe(token);
  expect(readIdentity(Buffer.from(text).toString('base64url')), 'in the alphabet of addresses').toBe(token);
});

test('an identity that is not base64 contains no token', () => {
  expect(readIdentity('not-base64!')).toBeNull();
});

const inactive = { id: '1', vendor: 'chargebee', hasActiveSubscription: false } as const;

test.each([
  ['an active subscription', { subscription: { ...inactive, hasActiveSubscription: true } }, true],
  ['an active account of type subscription', { state: 'active', type: 'subscription', subscription: inactive }, true],
  ['an active free account', { state: 'active', type: 'free', subscription: null }, false],
  ['a new account of type subscription', { state: 'new_account', type: 'subscription', subscription: inactive }, false],
  ['an account without a subscription', { state: 'new_account', type: 'free', subscription: null }, false],
] as const)('a profile with %s is paid: %o', (_, change, paid) => {
  expect(isPaid(buildProfile(change))).toBe(paid);
});
