import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { stubStorage } from '../../support/fake-storage.ts';

const now = new Date('2026-11-26T12:00:00Z').getTime();
let items: Map<string, string>;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date', 'performance'], now });
  items = stubStorage('localStorage');
  vi.resetModules();
});
afterEach(() => {
  vi.useRealTimers();
});

/** As another tab does. */
const changeElsewhere = (at: number) => items.set('session-changed', String(at));

/** A page that was requested two seconds before its scripts started. */
async function startPage() {
  vi.advanceTimersByTime(2_000);
  const { beginSession } = await import('../../../client/src/session/session.ts');
  return { beginSession, ...(await import('../../../client/src/session/session-changes.ts')) };
}

test.each([
  ['before the page was requested', -1, false],
  ['since', 1, true],
  // Once: the page asks.
  ['later than now, because the clock was ahead', 3_600_000, true],
])('a change in another tab %s: missed is %s', async (_, after, missed) => {
  changeElsewhere(now + after);
  const page = await startPage();
  expect(page.hasMissedSessionChange()).toBe(missed);
  page.beginSession();
  expect(page.hasMissedSessionChange()).toBe(false);
});

test('nothing is missed without a change, after one of this tab, and after one that this page has heard of', async () => {
  const page = await startPage();
  expect(page.hasMissedSessionChange()).toBe(false);
  page.recordSessionChange();
  expect(page.hasMissedSessionChange()).toBe(false);
  changeElsewhere(now + 3_000);
  expect(page.hasMissedSessionChange()).toBe(true);
  page.beginSession();
  expect(page.hasMissedSessionChange()).toBe(false);
});

test('a change of a clock that was set back is missed, too', async () => {
  const page = await startPage();
  page.recordSessionChange();
  changeElsewhere(now - 3_600_000);
  expect(page.hasMissedSessionChange()).toBe(true);
});
