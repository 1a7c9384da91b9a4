import { expect, test } from 'vitest';
import { readAppIdentity } from '../../../../client/src/features/payment-result/app-identity-parameter.ts';

test.each([
  ['a|b|token', 'token'],
  ['skerry.site.order|42|~~~???>>>', '~~~???>>>'],
  ['a|b|', null],
  ['a|token', null],
  ['a|b|token|c', null],
  ['', null],
])('the identity %s contains the token %s', (text, token) => {
  const base64 = Buffer.from(text).toString('base64');
  expect(readAppIdentity(base64)).toBe(token);
  expect(readAppIdentity(base64.replaceAll('+', ' ')), 'with its plus signs read as spaces').toBe(token);
  expect(readAppIdentity(Buffer.from(text).toString('base64url')), 'in the alphabet of addresses').toBe(token);
});

test('an identity that is not base64 contains no token', () => {
  expect(readAppIdentity('not-base64!')).toBeNull();
});
