import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { forgetDraft, keepDraft, readKeptDraft } from '../../../../client/src/features/router-setup/kept-draft.ts';
import {
  readRecentLocations,
  saveRecentLocation,
} from '../../../../client/src/features/router-setup/recent-locations.ts';
import { emptyDraft } from '../../../../client/src/features/router-setup/router-draft.ts';

/** The part of the Storage API that is used. */
function openStorage() {
  const items = new Map<string, string>();
  return {
    items,
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => items.set(key, value),
    removeItem: (key: string) => items.delete(key),
  };
}

const blocked = {
  getItem: () => {
    throw new DOMException('blocked', 'SecurityError');
  },
  setItem: () => {
    throw new DOMException('blocked', 'SecurityError');
  },
  removeItem: () => {
    throw new DOMException('blocked', 'SecurityError');
  },
};

let storage = openStorage();

beforeEach(() => {
  vi.useFakeTimers();
  storage = openStorage();
  vi.stubGlobal('localStorage', storage);
  vi.stubGlobal('sessionStorage', storage);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const place = (clusterId: string) => ({ groupId: 'countries', shortcutId: 'DE', clusterId });
const draft = { ...emptyDraft, name: 'Attic', location: place('Berlin') };

test('the draft is kept for the same account for an hour', () => {
  keepDraft('anna', draft, null);
  expect(readKeptDraft('anna')?.draft).toEqual(draft);
  expect(readKeptDraft('bert')).toBeNull();
  vi.advanceTimersByTime(3_599_000);
  expect(readKeptDraft('anna')?.draft).toEqual(draft);
  vi.advanceTimersByTime(1_000);
  expect(readKeptDraft('anna')).toBeNull();
});

test('a forgotten draft is not restored', () => {
  keepDraft('anna', draft, 'old');
  expect(readKeptDraft('anna')?.replacedId).toBe('old');
  forgetDraft();
  expect(readKeptDraft('anna')).toBeNull();
});

test('the last three locations are kept, newest first, each once, per account', () => {
  for (const city of ['Berlin', 'Munich', 'Paris', 'Berlin', 'Oslo']) saveRecentLocation('anna', place(city));
  expect(readRecentLocations('anna').map(({ clusterId }) => clusterId)).toEqual(['Oslo', 'Berlin', 'Paris']);
  expect(readRecentLocations('bert')).toEqual([]);
});

test.each(['{', 'null', '[]', '{"account":"anna"}', '{"account":"anna","at":0,"locations":1}'])(
  'invalid stored text is ignored: %s',
  (text) => {
    storage.items.set('router-draft', text);
    storage.items.set('recent-locations', text);
    expect(readKeptDraft('anna')).toBeNull();
    expect(readRecentLocations('anna')).toEqual([]);
  },
);

test('blocked storage keeps nothing and never throws', () => {
  vi.stubGlobal('localStorage', blocked);
  vi.stubGlobal('sessionStorage', blocked);
  keepDraft('anna', draft, null);
  saveRecentLocation('anna', place('Berlin'));
  forgetDraft();
  expect(readKeptDraft('anna')).toBeNull();
  expect(readRecentLocations('anna')).toEqual([]);
});
