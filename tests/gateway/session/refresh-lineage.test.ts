import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { SharedMemory } from '../../../gateway/session/coordination-store.ts';
import { Journal } from '../../../gateway/session/refresh-lineage.ts';

let journal: Journal;
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: 0 });
  journal = new Journal(new SharedMemory(null));
});
afterEach(() => vi.useRealTimers());

const first = { access: 'access-1', refresh: 'refresh-1' };
const second = { access: 'access-2', refresh: 'refresh-2' };
const third = { access: 'access-3', refresh: 'refresh-3' };
const at = (seconds: number) => vi.setSystemTime(seconds * 1_000);

test('what a token led to is known for 60 s', async () => {
  await journal.replace(first.refresh, second);
  at(59);
  expect(await journal.look(first)).toEqual({ ended: false, newest: second });
  at(61);
  expect(await journal.look(first)).toEqual({ ended: false, newest: first });
  expect(await journal.wasSpent(first.refresh)).toBe(true);
});

test('nothing comes of an ended session for 120 s', async () => {
  await journal.replace(first.refresh, second);
  at(10);
  await journal.end(second.refresh);
  at(129);
  for (const held of [first, second]) expect((await journal.look(held)).ended).toBe(true);
  at(131);
  for (const held of [first, second]) expect((await journal.look(held)).ended).toBe(false);
});

test.each([0, 59, 61, 179, 181, 298, 299.9, 301, 3_600])('nor when its tokens are %i s old', async (age) => {
  await journal.replace(first.refresh, second);
  at(age);
  await journal.end(second.refresh);
  for (const later of [1, 4, 119]) {
    at(age + later);
    expect((await journal.look(second)).ended).toBe(true);
  }
  // A refresh that was under way, and is finished now.
  await journal.replace(second.refresh, third);
  expect((await journal.look(third)).ended).toBe(true);
});

test('a session that begins with the token of an ended one is another one', async () => {
  await journal.replace(first.refresh, second);
  await journal.end(second.refresh);
  await journal.begin(second.refresh);
  expect(await journal.look(second)).toEqual({ ended: false, newest: second });
  expect(await journal.wasSpent(second.refresh)).toBe(false);
  await journal.replace(second.refresh, third);
  expect(await journal.look(second)).toEqual({ ended: false, newest: third });
});
