import { expect, test } from 'vitest';
import { FifoScheduler } from '../../../gateway/http/fifo-scheduler.ts';

const nextTurn = () => new Promise((resolve) => setImmediate(resolve));

test('a limited number of tasks starts in each turn of the event loop, in order', async () => {
  const scheduler = new FifoScheduler({ perTurn: 2, maxWaiting: 10 });
  const started: number[] = [];
  for (const task of [1, 2, 3, 4, 5]) scheduler.add(() => started.push(task));
  expect(started).toEqual([]);
  await nextTurn();
  expect(started).toEqual([1, 2]);
  await nextTurn();
  expect(started).toEqual([1, 2, 3, 4]);
  await nextTurn();
  expect(started).toEqual([1, 2, 3, 4, 5]);
});

test('a task that is added while others wait runs, too', async () => {
  const scheduler = new FifoScheduler({ perTurn: 1, maxWaiting: 10 });
  const started: number[] = [];
  scheduler.add(() => {
    started.push(1);
    scheduler.add(() => started.push(3));
  });
  scheduler.add(() => started.push(2));
  for (let turn = 0; turn < 4; turn += 1) await nextTurn();
  expect(started).toEqual([1, 2, 3]);
});

test('a task is refused when too many are waiting', async () => {
  const scheduler = new FifoScheduler({ perTurn: 1, maxWaiting: 1 });
  const started: number[] = [];
  expect(scheduler.add(() => started.push(1))).toBe(true);
  expect(scheduler.add(() => started.push(2))).toBe(false);
  await nextTurn();
  await nextTurn();
  expect(started).toEqual([1]);
});
