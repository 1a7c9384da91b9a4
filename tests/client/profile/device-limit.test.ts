import { expect, test } from 'vitest';
import { deviceLimit } from '../../../client/src/profile/device-limit.ts';

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
