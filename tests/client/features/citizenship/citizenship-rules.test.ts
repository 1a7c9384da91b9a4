import { expect, test } from 'vitest';
import { type ProfileType, profileTypes } from '#shared/wire-values.ts';
import { isCitizenshipOffered, readSuccessUrl } from '../../../../client/src/features/citizenship/citizenship-rules.ts';
import { buildProfile } from '../../../support/build-profile.ts';

const domain = 'anonymous.skerry.example';

const offered: Record<ProfileType, boolean> = {
  unknown_profile_type: true,
  free: true,
  subscription: true,
  pay_as_you_go: true,
  promo: true,
  setapp: true,
  guest: true,
  diia: false,
};

test('each account type without an active subscription is offered the verification or not', () => {
  expect(Object.keys(offered)).toEqual([...profileTypes]);
  for (const type of profileTypes) {
    expect(isCitizenshipOffered(buildProfile({ type, subscription: null }), domain), type).toBe(offered[type]);
    const ended = { hasActiveSubscription: false };
    expect(isCitizenshipOffered(buildProfile({ type, subscription: ended }), domain), `${type}, ended`).toBe(
      offered[type],
    );
  }
});

test('no account with an active subscription, of a device, or already verified is offered the verification', () => {
  for (const type of profileTypes) {
    expect(isCitizenshipOffered(buildProfile({ type }), domain), type).toBe(false);
    const device = buildProfile({ type, subscription: null, email: `x1@${domain}` });
    expect(isCitizenshipOffered(device, domain), type).toBe(false);
    const verified = buildProfile({ type, subscription: null, diia_verified: true });
    expect(isCitizenshipOffered(verified, domain), type).toBe(false);
  }
});

const allowed = {
  siteUrl: 'https://skerry.example/site',
  publicOrigin: 'https://account.skerry.example',
  appUrlSchemes: ['skerry', 'skerry-beta'],
};

test.each([
  'https://skerry.example/welcome?x=1',
  'https://account.skerry.example/profile',
  'skerry://verified',
  'skerry-beta://verified?x=1',
])('%s is an allowed success URL', (url) => {
  expect(readSuccessUrl(url, allowed)).toBe(url);
});

test.each([
  null,
  '',
  'not a url',
  '/profile',
  '//skerry.example/x',
  'http://skerry.example/welcome',
  'https://skerry.example.evil.example/',
  'https://evil.example/?https://skerry.example',
  'https://skerry.example@evil.example/',
  'https://user:pass@skerry.example/',
  'https://www.skerry.example/',
  'javascript:alert(1)',
  'data:text/html,x',
  'skerryx://verified',
  'intent://verified',
])('%s is ignored', (url) => {
  expect(readSuccessUrl(url, allowed)).toBeNull();
});
