import { expect, test } from 'vitest';
import { readDevicesTarget, readSection } from '../../../client/src/app/profile-url.ts';
import { sectionPath, sections } from '../../../client/src/paths.ts';
import {
  addDeviceKindPath,
  addDevicePath,
  deviceKinds,
  routerPath,
  routerReplacementPath,
} from '../../../client/src/profile/device-paths.ts';

test.each([
  ['', 'ACCOUNT'],
  ['?profile_section=BILLING', 'BILLING'],
  ['?profile_section=devices', 'DEVICES'],
  ['?profile_section=REFERAL', 'REFERAL'],
  ['?profile_section=elsewhere', 'ACCOUNT'],
  ['?section=BILLING', 'BILLING'],
  ['?section=BILLING&profile_section=DEVICES', 'DEVICES'],
  ['?section=ROUTER', 'DEVICES'],
  ['?add_new_device=mobile', 'DEVICES'],
])('the address %s shows the section %s', (search, section) => {
  expect(readSection(search, sections)).toBe(section);
});

test('a section that the account does not have falls back to the account section', () => {
  expect(readSection('?profile_section=REFERAL', ['ACCOUNT', 'BILLING', 'DEVICES'])).toBe('ACCOUNT');
});

const searchOf = (path: string) => new URL(path, 'https://account.skerry.example').search;

test.each([
  ['', { kind: 'list' }],
  ['?profile_section=DEVICES', { kind: 'list' }],
  ['?add_new_device', { kind: 'add', requested: null }],
  ['?add_new_device=true', { kind: 'add', requested: null }],
  ['?add_new_device=Mobile', { kind: 'add', requested: 'mobile' }],
  ['?add_new_device=desktop', { kind: 'add', requested: 'desktop' }],
  ['?add_new_device=router', { kind: 'add', requested: 'router' }],
  ['?add_new_device=false', { kind: 'list' }],
  ['?add_new_device=0', { kind: 'list' }],
  ['?section=ROUTER', { kind: 'router', deviceId: null, replacedId: null }],
  ['?section=router&device_id=a%26b', { kind: 'router', deviceId: 'a&b', replacedId: null }],
  ['?section=DEVICES', { kind: 'list' }],
])('the address %s requests %o in the devices section', (search, target) => {
  expect(readDevicesTarget(search)).toEqual(target);
});

test('links to other sections drop the target', () => {
  for (const section of sections)
    expect(readDevicesTarget(searchOf(sectionPath(section))), section).toEqual({ kind: 'list' });
});

test('the links of the product open the targets they name', () => {
  expect(readDevicesTarget(searchOf(addDevicePath))).toEqual({ kind: 'add', requested: null });
  expect(readDevicesTarget(searchOf(routerPath()))).toEqual({
    kind: 'router',
    deviceId: null,
    replacedId: null,
  });
  expect(readDevicesTarget(searchOf(routerPath('a&b')))).toEqual({
    kind: 'router',
    deviceId: 'a&b',
    replacedId: null,
  });
  expect(readDevicesTarget(searchOf(routerReplacementPath('a&b')))).toEqual({
    kind: 'router',
    deviceId: null,
    replacedId: 'a&b',
  });
  for (const kind of deviceKinds)
    expect(readDevicesTarget(searchOf(addDeviceKindPath(kind)))).toEqual({ kind: 'add', requested: kind });
});
