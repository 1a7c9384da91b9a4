import { expect, test } from 'vitest';
import { type ProfileType, profileTypes } from '#shared/wire-values.ts';
import { isCitizenshipOffered } from '../../../../client/src/features/citizenship/citizenship-offer.ts';
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

test('the verification is offered to each account type without an active subscription, except diia', () => {
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
