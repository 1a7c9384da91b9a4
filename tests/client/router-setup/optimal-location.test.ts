import { expect, test } from 'vitest';
import type { RouterSetup } from '#shared/router-setup.ts';
import type { Entry } from '../../../client/src/features/router-setup/catalogue.ts';
import { findOptimal } from '../../../client/src/features/router-setup/optimal-location.ts';

const entry = (mode: Entry['mode'], shortcutId: string, clusterIds: readonly string[]): Entry => ({
  mode,
  groupId: 'group',
  shortcutId,
  title: shortcutId,
  englishTitle: shortcutId,
  countryCode: null,
  icon: null,
  premium: false,
  cities: clusterIds.map((clusterId) => ({ clusterId, title: clusterId, host: 'node.example', port: 443 })),
});
const entries = [entry('COUNTRY_PICKER', 'germany', ['berlin', 'frankfurt']), entry('STREAMING', 'fjord', ['oslo'])];
const optimal = (id: string, clusterId: string): RouterSetup['optimal_location'] => ({
  id,
  shortcuts_access: 'SHORTCUTS_ACCESS_FREE',
  cluster: { id: clusterId, location: { city: '' } },
});

test('the best place is the country and the city that the catalogue names', () => {
  const found = findOptimal({ optimal_location: optimal('germany', 'frankfurt') }, entries);
  expect([found?.entry.shortcutId, found?.city.clusterId]).toEqual(['germany', 'frankfurt']);
});

test.each([
  ['there is none', undefined],
  ['it is null', null],
  ['its node cannot serve a router', optimal('germany', 'munich')],
  ['its country is not in the list', optimal('france', 'frankfurt')],
  ['it is a streaming service', optimal('fjord', 'oslo')],
  ['it differs from its schema', {} as RouterSetup['optimal_location']],
])('no place is the best one when %s', (_, optimal_location) => {
  expect(findOptimal({ optimal_location }, entries)).toBe(null);
});
