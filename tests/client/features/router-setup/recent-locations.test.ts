import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import {
  readRecentLocations,
  saveRecentLocation,
} from '../../../../client/src/features/router-setup/recent-locations.ts';
import { stubStorage } from '../../../support/fake-storage.ts';

let items = new Map<string, string>();

beforeEach(() => {
  items = stubStorage('localStorage');
});
afterEach(() => vi.unstubAllGlobals());

const place = (clusterId: string) => ({ groupId: 'countries', shortcutId: 'DE', clusterId });

test('the last three locations are saved, newest first, each once, per account', () => {
  for (const city of ['Berlin', 'Munich', 'Paris', 'Berlin', 'Oslo']) saveRecentLocation('anna', place(city));
  expect(readRecentLocations('anna').map(({ clusterId }) => clusterId)).toEqual(['Oslo', 'Berlin', 'Paris']);
  expect(readRecentLocations('bert')).toEqual([]);
});

test.each(['{', 'null', '[]', '{"account":"anna"}', '{"account":"anna","locations":1}'])(
  'invalid stored text is ignored: %s',
  (text) => {
    items.set('recent-locations', text);
    expect(readRecentLocations('anna')).toEqual([]);
  },
);
