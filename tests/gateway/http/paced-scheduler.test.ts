import { expect, test, vi } from 'vitest';
import { PacedScheduler } from '../../../gateway/http/paced-scheduler.ts';

const nextTurn = () => new Promise((resolve) => setImmediate(resolve));

test('a limited number of tasks starts in each turn of the event loop, in order', async () => {
  const scheduler = new PacedScheduler({ perTurn: 2, waiting: [10, 10] });
  const started: number[] = [];
  for (const task of [1, 2, 3, 4, 5]) scheduler.add(() => started.push(task), 'a');
  expect(started).toEqual([]);
  await nextTurn();
  expect(started).toEqual([1, 2]);
  await nextTurn();
  expect(started).toEqual([1, 2, 3, 4]);
  await nextTurn();
  expect(started).toEqual([1, 2, 3, 4, 5]);
});

test('a task that is added while others wait runs, too', async () => {
  const scheduler = new PacedScheduler({ perTurn: 1, waiting: [10, 10] });
  const started: number[] = [];
  scheduler.add(() => {
    started.push(1);
    scheduler.add(() => started.push(3), 'a');
  }, 'a');
  scheduler.add(() => started.push(2), 'a');
  for (let turn = 0; turn < 4; turn += 1) await nextTurn();
  expect(started).toEqual([1, 2, 3]);
});

test('a task is refused when too many are waiting', async () => {
  const scheduler = new PacedScheduler({ perTurn: 1, waiting: [1, 1] });
  const started: number[] = [];
  expect(scheduler.add(() => started.push(1), 'a')).toBe(true);
  expect(scheduler.add(() => started.push(2), 'a')).toBe(false);
  await nextTurn();
  await nextTurn();
  expect(started).toEqual([1]);
});

test('the networks of clients take turns, and one of them gets a share of the places', async () => {
  const scheduler = new PacedScheduler({ perTurn: 2, waiting: [6, 3] });
  const started: string[] = [];
  const add = (task: string, network: string) => scheduler.add(() => started.push(task), network);
  expect(['a1', 'a2', 'a3', 'a4'].map((task) => add(task, 'a'))).toEqual([true, true, true, false]);
  expect(add('b1', 'b')).toBe(true);
  await nextTurn();
  expect(started).toEqual(['a1', 'b1']);
  expect(add('a5', 'a')).toBe(true);
  await nextTurn();
  await nextTurn();
  expect(started).toEqual(['a1', 'b1', 'a2', 'a3', 'a5']);
});

test('a turn starts no more tasks than its limit when one of them adds another', async () => {
  const scheduler = new PacedScheduler({ perTurn: 1, waiting: [10, 10] });
  const started: number[] = [];
  const addNext = (task: number) =>
    scheduler.add(() => {
      started.push(task);
      if (task < 4) addNext(task + 1);
    }, 'a');
  addNext(1);
  for (let turn = 1; turn <= 4; turn += 1) {
    await nextTurn();
    expect(started).toHaveLength(turn);
  }
});

test('nothing is scheduled when no task is left', async () => {
  const scheduler = new PacedScheduler({ perTurn: 2, waiting: [10, 10] });
  scheduler.add(() => undefined, 'a');
  await nextTurn();
  const scheduled = vi.spyOn(globalThis, 'setImmediate');
  await nextTurn();
  // The one above.
  expect(scheduled).toHaveBeenCalledOnce();
});
