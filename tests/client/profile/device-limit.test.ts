import { expect, test } from 'vitest';
import { deviceLimit, hasFreeSlot, hasNoSlots } from '../../../client/src/profile/device-limit.ts';

test.each([
  [{ device_limit: 6, type: 'subscription' }, 6],
  [{ device_limit: 10, type: 'setapp' }, 10],
  [{ device_limit: 0, type: 'free' }, 0],
  [{ device_limit: null, type: 'free' }, 6],
  [{ device_limit: undefined, type: 'diia' }, 6],
  [{ device_limit: null, type: 'setapp' }, 8],
] as const)('an account with %o may have %i devices', (profile, limit) => {
  expect(deviceLimit(profile)).toBe(limit);
});

const device = { id: '1', name: 'Pixel 8', platform: 'android', model: 'Pixel 8' } as const;

test.each([
  [2, 1, true],
  [2, 2, false],
  // The limit may have been lowered.
  [2, 3, false],
  [0, 0, false],
])('with a limit of %i and %i devices, a slot is free: %s', (limit, count, free) => {
  const devices = Array.from({ length: count }, () => device);
  expect(hasFreeSlot({ device_limit: limit, type: 'free', devices })).toBe(free);
});

test('only a limit of zero means that an account has no slots', () => {
  expect(hasNoSlots({ device_limit: 0, type: 'free' })).toBe(true);
  expect(hasNoSlots({ device_limit: 1, type: 'free' })).toBe(false);
});
