import { expect, test } from 'vitest';
import { routerSetupExample } from '#shared/contract/router-setup-example.ts';
import { readCatalogue } from '../../../client/src/features/router-setup/catalogue.ts';
import {
  findLocation,
  needsPayment,
  titleLocation,
} from '../../../client/src/features/router-setup/location-choice.ts';

const entries = readCatalogue(routerSetupExample, 'en');
const stockholm = { groupId: 'group-countries', shortcutId: 'country-se', clusterId: 'cluster-se-1' };
const service = { groupId: 'group-streaming', shortcutId: 'streaming-1', clusterId: 'cluster-stream-1' };

test('a place is found by its three identifiers together', () => {
  expect(findLocation(entries, stockholm)?.city.title).toBe('Stockholm');
  expect(findLocation(entries, { ...stockholm, groupId: 'group-streaming' })).toBeNull();
  expect(findLocation(entries, { ...stockholm, clusterId: 'gone' })).toBeNull();
  expect(findLocation(entries, null)).toBeNull();
});

test('a country is named with its city, a service that has one place without', () => {
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
])('premium %s with an active subscription %s leads to payment: %s', (premium, active, payment) => {
  const [entry] = entries;
  if (!entry) throw new Error('no entry');
  expect(needsPayment({ ...entry, premium }, active)).toBe(payment);
});
