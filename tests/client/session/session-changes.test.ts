import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { beginSession } from '../../../client/src/session/session.ts';
import { hasMissedSessionChange, recordSessionChange } from '../../../client/src/session/session-changes.ts';
import { browserStorage } from '../../../client/src/storage.ts';
import { stubStorage } from '../../support/fake-storage.ts';

const now = new Date('2026-11-26T12:00:00Z').getTime();
let items: Map<string, string>;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now });
  items = stubStorage('localStorage');
  // Kept in memory where there was no storage.
  browserStorage.remove('session-changed');
  // What this page knows is of this moment.
  beginSession();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** As another tab does. */
const changeElsewhere = (at: number) => items.set('session-changed', String(at));

test.each([
  ['before what this page knows', -1, false],
  ['since', 1, true],
])('a change in another tab %s: missed is %s', (_, after, missed) => {
  changeElsewhere(now + after);
  vi.setSystemTime(now + 60_000);
  expect(hasMissedSessionChange()).toBe(missed);
});

test('a change whose time is still to come, because the clock was ahead, is missed once', () => {
  changeElsewhere(now + 3_600_000);
  vi.setSystemTime(now + 1_000);
  expect(hasMissedSessionChange()).toBe(true);
  // The page has asked.
  beginSession();
  expect(hasMissedSessionChange()).toBe(false);
  changeElsewhere(now + 2_000);
  expect(hasMissedSessionChange()).toBe(true);
});

test('nothing is missed without a change, after one of this tab, and after one that this page has heard of', () => {
  vi.setSystemTime(now + 1_000);
  expect(hasMissedSessionChange()).toBe(false);
  recordSessionChange();
  expect(hasMissedSessionChange()).toBe(false);
  vi.setSystemTime(now + 3_000);
  changeElsewhere(now + 2_000);
  expect(hasMissedSessionChange()).toBe(true);
  beginSession();
  expect(hasMissedSessionChange()).toBe(false);
});
