import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ProfileResponse } from '#shared/profile.ts';
import { normalizeProfileResponse } from '../../../client/src/profile/normalize-profile.ts';
import { alteredProfile, sandboxProfiles } from '../../support/altered-profile.ts';

/** Paths that differ from the schema. An unknown platform keeps its spelling. */
const differences = (response: unknown): string[] =>
  (ProfileResponse.safeParse(response).error?.issues ?? [])
    .map(({ path }) => path.join('.'))
    .filter((path) => !/^profile\.devices\.\d+\.platform$/.test(path));

test('every response with a profile becomes one that satisfies the schema', () => {
  fc.assert(
    fc.property(alteredProfile, (profile) => {
      expect(differences(normalizeProfileResponse({ profile }))).toEqual([]);
    }),
    { numRuns: 3_000 },
  );
});

test('a profile is usable whatever JSON replaces it or its members', () => {
  const members = ['devices', 'subscription', 'payment_data', 'referral', 'pay_as_you_go_profile', 'user_settings'];
  fc.assert(
    fc.property(fc.dictionary(fc.constantFrom(...members), fc.jsonValue()), (profile) => {
      expect(differences(normalizeProfileResponse({ profile }))).toEqual([]);
    }),
  );
  fc.assert(
    fc.property(fc.jsonValue(), (response) => {
      try {
        expect(differences(normalizeProfileResponse(response))).toEqual([]);
      } catch (problem) {
        expect(problem).toMatchObject({ status: 502 });
      }
    }),
  );
});

test('a response that satisfies the schema keeps its values', () => {
  let kept = 0;
  for (const [email, profile] of sandboxProfiles) {
    if (differences({ profile }).length > 0) continue;
    const normalized = normalizeProfileResponse({ profile }).profile as unknown as Record<string, unknown>;
    for (const name of Object.keys(normalized)) {
      if (profile[name]) expect(normalized[name], `${email}, ${name}`).toMatchObject(profile[name]);
    }
    kept += 1;
  }
  expect(kept).toBeGreaterThan(60);
});

test('absent lists are empty, absent numbers 0, unknown values the safe variant', () => {
  const profile = {
    type: 'gold',
    state: 'frozen',
    subscription: { id: 's', vendor: 'moon', subscriptionCancellable: true },
    referral: {},
    oauth_credentials: { vendor: 'myspace' },
  };
  expect(normalizeProfileResponse({ profile }).profile).toMatchObject({
    email: '',
    type: 'unknown_profile_type',
    state: 'unknown_profile_state',
    marked_for_termination: false,
    devices: [],
    device_limit: null,
    subscription: { vendor: 'unknown', price: null, hasActiveSubscription: false, subscriptionCancellable: true },
    referral: { referral_url: '', referrals_count: 0, referrals_limit: 0 },
    oauth_credentials: null,
    user_settings: { newsletters_enabled: false },
  });
});

test('a device without an id is dropped, and one without a name has its model', () => {
  const devices = [{ name: 'Lost' }, { id: '1', model: 'iPhone 15', platform: 'ios' }, { id: '1' }, 'x', null];
  expect(normalizeProfileResponse({ profile: { devices } }).profile.devices).toEqual([
    { id: '1', name: 'iPhone 15', model: 'iPhone 15', platform: 'ios' },
  ]);
});

test('a subscription without an id offers neither cancellation nor renewal', () => {
  const subscription = { subscriptionCancellable: true, subscriptionRenewable: true };
  expect(normalizeProfileResponse({ profile: { subscription } }).profile.subscription).toMatchObject({
    subscriptionCancellable: false,
    subscriptionRenewable: false,
  });
});

test('a response without a profile is a failed read', () => {
  for (const response of [null, {}, { profile: null }, { profile: 'x' }, { profile: [] }])
    expect(() => normalizeProfileResponse(response)).toThrow('Status 502');
});
