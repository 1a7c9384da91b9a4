import { expect, test } from 'vitest';
import { isKnownIdentity, isMobileIdentity, isWebIdentity } from '#shared/app-identity.ts';

const own = 'skerry.site.account';

test.each(['main', 'account', 'order', 'affiliate', 'trials', 'influencer'])(
  'skerry.site.%s is a web identity',
  (host) => {
    expect(isWebIdentity(`skerry.site.${host}`, own)).toBe(true);
    expect(isWebIdentity(`other.site.${host}`, own)).toBe(false);
  },
);

test.each([
  '',
  'account',
  'skerry.site.',
  'skerry.site.evil',
  'skerry.site.account.evil',
  'xskerry.site.account',
  'ios',
])('%j is not a web identity', (identity) => {
  expect(isWebIdentity(identity, own)).toBe(false);
});

test('only platforms and web identities may be stored, because others could contain a token', () => {
  expect(
    ['skerry.site.main', 'ios', 'android', 'macos', 'windows'].every((identity) => isKnownIdentity(identity, own)),
  ).toBe(true);
  expect(['', 'iOS 17', 'YXxifHRva2Vu', 'a|b|token'].some((identity) => isKnownIdentity(identity, own))).toBe(false);
});

test('an identity that contains ios or android belongs to a mobile app', () => {
  expect(['ios', 'skerry.app.iOS', 'com.skerry.android'].every(isMobileIdentity)).toBe(true);
  expect(['skerry.site.main', 'macos', 'windows'].some(isMobileIdentity)).toBe(false);
});
