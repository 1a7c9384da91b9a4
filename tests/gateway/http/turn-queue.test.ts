import { expect, test } from 'vitest';
import { TurnQueue } from '../../../gateway/http/turn-queue.ts';

const nextTurn = () => new Promise((resolve) => setImmediate(resolve));

test('a limited number of tasks starts in each turn of the event loop, in order', async () => {
  const queue = new TurnQueue({ perTurn: 2, maxWaiting: 10 });
  const started: number[] = [];
  for (const task of [1, 2, 3, 4, 5]) queue.add(() => started.push(task));
  expect(started).toEqual([]);
  await nextTurn();
  expect(started).toEqual([1, 2]);
  await nextTurn();
  expect(started).toEqual([1, 2, 3, 4]);
  await nextTurn();
  expect(started).toEqual([1, 2, 3, 4, 5]);
});

test('a task that is added while others wait runs, too', async () => {
  const queue = new TurnQueue({ perTurn: 1, maxWaiting: 10 });
  const started: number[] = [];
  queue.add(() => {
    started.push(1);
    queue.add(() => started.push(3));
  });
  queue.add(() => started.push(2));
  for (let turn = 0; turn < 4; turn += 1) await nextTurn();
  expect(started).toEqual([1, 2, 3]);
});

test('a task is refused when too many are waiting', async () => {
  const queue = new TurnQueue({ perTurn: 1, maxWaiting: 1 });
  const started: number[] = [];
  expect(queue.add(() => started.push(1))).toBe(true);
  expect(queue.add(() => started.push(2))).toBe(false);
  await nextTurn();
  await nextTurn();
  expect(started).toEqual([1]);
});
