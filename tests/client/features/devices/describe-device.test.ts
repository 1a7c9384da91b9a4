import { expect, test } from 'vitest';
import { platformSpellings } from '#shared/wire-values.ts';
import { describeDevice, findFormFactor } from '../../../../client/src/features/devices/describe-device.ts';

test.each([
  ['macos', 'laptop'],
  ['MacOS', 'laptop'],
  ['WINDOWS', 'monitor'],
  ['iOS', 'phone'],
  ['Android', 'phone'],
  ['Router', 'router'],
] as const)('a device of platform %s has the icon %s', (platform, formFactor) => {
  expect(findFormFactor({ platform })).toBe(formFactor);
});

test('every spelling of a platform has its icon', () => {
  for (const platform of platformSpellings) expect(findFormFactor({ platform })).not.toBe('unknown');
});

test('an unknown platform keeps its name and has the generic icon', () => {
  const device = { platform: 'tvos' as 'ios', model: 'AppleTV14,1' };
  expect(findFormFactor(device)).toBe('unknown');
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
