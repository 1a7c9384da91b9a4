import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { emptyDraft } from '../../../../client/src/features/router-setup/router-draft.ts';
import {
  clearSavedDraft,
  readSavedDraft,
  saveDraft,
} from '../../../../client/src/features/router-setup/saved-draft.ts';
import { stubBlockedStorage, stubStorage } from '../../../support/fake-storage.ts';

let items = new Map<string, string>();

beforeEach(() => {
  vi.useFakeTimers();
  items = stubStorage('sessionStorage');
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const location = { groupId: 'countries', shortcutId: 'DE', clusterId: 'Berlin' };
const draft = { ...emptyDraft, name: 'Attic', location };

test('the draft is saved for the same account for an hour', () => {
  saveDraft('anna', draft, null);
  expect(readSavedDraft('anna')?.draft).toEqual(draft);
  expect(readSavedDraft('bert')).toBeNull();
  vi.advanceTimersByTime(3_599_000);
  expect(readSavedDraft('anna')?.draft).toEqual(draft);
  vi.advanceTimersByTime(1_000);
  expect(readSavedDraft('anna')).toBeNull();
});

test('a cleared draft is not restored', () => {
  saveDraft('anna', draft, 'old');
  expect(readSavedDraft('anna')?.replacedId).toBe('old');
  clearSavedDraft();
  expect(readSavedDraft('anna')).toBeNull();
  expect(items.size).toBe(0);
});

test.each(['{', 'null', '[]', '{"account":"anna"}', '{"account":"anna","at":0,"draft":1}'])(
  'invalid stored text is ignored: %s',
  (text) => {
    items.set('router-draft', text);
    expect(readSavedDraft('anna')).toBeNull();
  },
);

test('where storage is blocked, the draft lasts as long as the page', () => {
  stubBlockedStorage('sessionStorage');
  saveDraft('anna', draft, null);
  expect(readSavedDraft('anna')?.draft).toEqual(draft);
  clearSavedDraft();
  expect(readSavedDraft('anna')).toBeNull();
});
