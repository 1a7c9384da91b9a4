import { expect, test } from 'vitest';
import { platformSpellings } from '#shared/wire-values.ts';
import {
  describeDevice,
  deviceLimit,
  formFactorOf,
  isRouter,
} from '../../../../client/src/features/devices/device-rules.ts';

test.each([
  ['macos', 'laptop'],
  ['MacOS', 'laptop'],
  ['WINDOWS', 'monitor'],
  ['iOS', 'phone'],
  ['Android', 'phone'],
  ['Router', 'router'],
] as const)('a device of platform %s has the icon %s', (platform, formFactor) => {
  expect(formFactorOf({ platform })).toBe(formFactor);
});

test('every spelling of a platform has its icon', () => {
  for (const platform of platformSpellings) expect(formFactorOf({ platform })).not.toBe('unknown');
});

test('an unknown platform keeps its name and has the generic icon', () => {
  const device = { platform: 'tvos' as 'ios', model: 'AppleTV14,1' };
  expect(formFactorOf(device)).toBe('unknown');
  expect(describeDevice(device, 'Router')).toBe('tvos · AppleTV14,1');
});

test('platforms have their brand names, and a missing model leaves no separator', () => {
  expect(describeDevice({ platform: 'MACOS', model: 'MacBookPro18,3' }, 'Router')).toBe('macOS · MacBookPro18,3');
  expect(describeDevice({ platform: 'ios', model: null }, 'Router')).toBe('iOS');
  expect(describeDevice({ platform: 'router', model: '' }, 'Router')).toBe('Router');
});

test('the word for a router is translated, brand names are not', () => {
  expect(describeDevice({ platform: 'ROUTER', model: 'OpenVPN' }, 'Roteador')).toBe('Roteador · OpenVPN');
  expect(describeDevice({ platform: 'windows', model: null }, 'Roteador')).toBe('Windows');
});

test('a router is recognized in every spelling', () => {
  expect(isRouter({ platform: 'ROUTER' })).toBe(true);
  expect(isRouter({ platform: 'android' })).toBe(false);
});

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
