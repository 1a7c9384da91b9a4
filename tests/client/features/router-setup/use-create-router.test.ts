import { expect, test } from 'vitest';
import type { Device } from '#shared/devices.ts';
import { findCreatedRouter } from '../../../../client/src/features/router-setup/use-create-router.ts';

const device = (id: string, name: string, platform: Device['platform'] = 'router') => ({ id, name, platform });
const lost = { name: 'Attic', knownIds: ['old'] };

test.each([
  ['a new router of this name', [device('old', 'Attic'), device('new', 'Attic')], 'new'],
  ['a router in another spelling', [device('new', 'Attic', 'ROUTER')], 'new'],
  ['nothing in an empty list', [], null],
  ['nothing where a router had this name before', [device('old', 'Attic')], null],
  ['nothing where a new router has another name', [device('new', 'Cellar')], null],
  ['nothing where a phone has this name', [device('new', 'Attic', 'ios')], null],
])('a router is found after a lost response: %s', (_, devices, id) => {
  expect(findCreatedRouter(lost, devices)?.id ?? null).toBe(id);
});
