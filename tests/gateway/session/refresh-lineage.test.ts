import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { CoordinationStore } from '../../../gateway/session/coordination-store.ts';
import { RefreshLineage } from '../../../gateway/session/refresh-lineage.ts';

let lineage: RefreshLineage;
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: 0 });
  lineage = new RefreshLineage(new CoordinationStore(null));
});
afterEach(() => vi.useRealTimers());

const first = { access: 'access-1', refresh: 'refresh-1' };
const second = { access: 'access-2', refresh: 'refresh-2' };
const third = { access: 'access-3', refresh: 'refresh-3' };
const at = (seconds: number) => vi.setSystemTime(seconds * 1_000);

test('a spent token leads to its successor for 60 s', async () => {
  await lineage.recordRotation(first.refresh, second);
  at(59);
  expect(await lineage.read(first.refresh)).toEqual({ ended: false, successor: second });
  at(61);
  expect(await lineage.read(first.refresh)).toEqual({ ended: false, successor: null });
  expect(await lineage.wasSpent(first.refresh)).toBe(true);
});

test('an ended session stays ended for 120 s', async () => {
  await lineage.recordRotation(first.refresh, second);
  at(10);
  await lineage.recordEnd(second.refresh);
  at(129);
  for (const held of [first, second]) expect((await lineage.read(held.refresh)).ended).toBe(true);
  at(131);
  for (const held of [first, second]) expect((await lineage.read(held.refresh)).ended).toBe(false);
});

test.each([0, 59, 61, 179, 181, 298, 299.9, 301, 3_600])(
  'an ended session stays ended when its tokens are %i s old',
  async (age) => {
    await lineage.recordRotation(first.refresh, second);
    at(age);
    await lineage.recordEnd(second.refresh);
    for (const later of [1, 4, 119]) {
      at(age + later);
      expect((await lineage.read(second.refresh)).ended).toBe(true);
    }
    // A refresh that was running when the session ended.
    await lineage.recordRotation(second.refresh, third);
    expect((await lineage.read(third.refresh)).ended).toBe(true);
  },
);

test('a sign-in that returns the token of an ended session starts a new session', async () => {
  await lineage.recordRotation(first.refresh, second);
  await lineage.recordEnd(second.refresh);
  await lineage.recordStart(second.refresh);
  expect(await lineage.read(second.refresh)).toEqual({ ended: false, successor: null });
  expect(await lineage.wasSpent(second.refresh)).toBe(false);
  await lineage.recordRotation(second.refresh, third);
  expect(await lineage.read(second.refresh)).toEqual({ ended: false, successor: third });
});

test('a refresh token that the upstream keeps is not spent', async () => {
  const kept = { access: 'access-2', refresh: first.refresh };
  await lineage.recordRotation(first.refresh, kept);
  expect(await lineage.read(first.refresh)).toEqual({ ended: false, successor: kept });
  expect(await lineage.wasSpent(first.refresh)).toBe(false);
});
