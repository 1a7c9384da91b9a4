import { expect, test } from 'vitest';
import { routerSetupExample } from '#shared/contract/router-setup-example.ts';
import type { RouterSetup } from '#shared/router-setup.ts';
import { type Entry, readCatalog } from '../../../../client/src/features/router-setup/catalog.ts';
import {
  findLocation,
  findOptimal,
  needsPayment,
  titleLocation,
} from '../../../../client/src/features/router-setup/location-choice.ts';

const entries = readCatalog(routerSetupExample, 'en');
const stockholm = { groupId: 'group-countries', shortcutId: 'country-se', clusterId: 'cluster-se-1' };
const service = { groupId: 'group-streaming', shortcutId: 'streaming-1', clusterId: 'cluster-stream-1' };

test('a location is found by its three ids together', () => {
  expect(findLocation(entries, stockholm)?.city.title).toBe('Stockholm');
  expect(findLocation(entries, { ...stockholm, groupId: 'group-streaming' })).toBeNull();
  expect(findLocation(entries, { ...stockholm, clusterId: 'gone' })).toBeNull();
  expect(findLocation(entries, null)).toBeNull();
});

test("a country's title includes the city, that of a service with one city does not", () => {
  const named = [stockholm, service].map((ids) => {
    const location = findLocation(entries, ids);
    return location && titleLocation(location);
  });
  expect(named).toEqual(['Sweden, Stockholm', 'Northern Lights TV']);
});

test.each([
  [true, false, true],
  [true, true, false],
  [false, false, false],
  [false, true, false],
])('premium %s with an active subscription %s requires payment: %s', (premium, active, payment) => {
  const [entry] = entries;
  if (!entry) throw new Error('no entry');
  expect(needsPayment({ ...entry, premium }, active)).toBe(payment);
});

const entry = (mode: Entry['mode'], shortcutId: string, clusterIds: readonly string[]): Entry => ({
  mode,
  groupId: 'group',
  shortcutId,
  title: shortcutId,
  englishTitle: shortcutId,
  countryCode: null,
  icon: null,
  premium: false,
  cities: clusterIds.map((clusterId) => ({
    clusterId,
    title: clusterId,
    name: clusterId,
    host: 'node.example',
    port: 443,
    load: null,
  })),
});
const catalog = [entry('COUNTRY_PICKER', 'germany', ['berlin', 'frankfurt']), entry('STREAMING', 'fjord', ['oslo'])];
const optimal = (id: string, clusterId: string): RouterSetup['optimal_location'] => ({
  id,
  shortcuts_access: 'SHORTCUTS_ACCESS_FREE',
  cluster: { id: clusterId, location: { city: '' } },
});

test('the recommended location is the country and city that the catalog names', () => {
  const found = findOptimal({ optimal_location: optimal('germany', 'frankfurt') }, catalog);
  expect([found?.entry.shortcutId, found?.city.clusterId]).toEqual(['germany', 'frankfurt']);
});

test.each([
  ['there is none', undefined],
  ['it is null', null],
  ['its node cannot serve a router', optimal('germany', 'munich')],
  ['its country is not in the list', optimal('france', 'frankfurt')],
  ['it is a streaming service', optimal('fjord', 'oslo')],
  ['it differs from its schema', {} as RouterSetup['optimal_location']],
])('there is no recommended location when %s', (_, optimal_location) => {
  expect(findOptimal({ optimal_location }, catalog)).toBe(null);
});
