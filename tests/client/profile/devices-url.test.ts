import { expect, test } from 'vitest';
import { sectionPath, sections } from '../../../client/src/paths.ts';
import {
  addDeviceKindPath,
  addDevicePath,
  deviceKinds,
  readDevicesTarget,
  routerPath,
  routerReplacementPath,
} from '../../../client/src/profile/devices-url.ts';

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
