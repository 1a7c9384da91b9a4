import { expect, test } from 'vitest';
import { FairScheduler } from '../../../gateway/http/fair-scheduler.ts';

const nextTurn = () => new Promise((resolve) => setImmediate(resolve));

/** A scheduler of one task for each turn, with tasks that wait. */
function queueTasks(count: number) {
  const scheduler = new FairScheduler(1);
  const started: number[] = [];
  for (let task = 0; task < count; task += 1)
    scheduler.start(
      () => started.push(task),
      () => '192.0.2.1',
    );
  return { scheduler, started };
}

test('tasks beyond those of a turn start in later turns', async () => {
  const { started } = queueTasks(3);
  expect(started).toEqual([0]);
  await nextTurn();
  expect(started).toEqual([0, 1]);
  await nextTurn();
  expect(started).toEqual([0, 1, 2]);
});

test('a deferred turn starts nothing, neither what waits nor what arrives; the next one goes on', async () => {
  const { scheduler, started } = queueTasks(2);
  scheduler.deferTurn();
  await nextTurn();
  scheduler.start(
    () => started.push(9),
    () => '192.0.2.1',
  );
  expect(started).toEqual([0]);
  await nextTurn();
  expect(started).toEqual([0, 1]);
  await nextTurn();
  expect(started).toEqual([0, 1, 9]);
});

test('where every turn is deferred, each 65th starts tasks', async () => {
  const { scheduler, started } = queueTasks(3);
  for (let turn = 0; turn < 64; turn += 1) {
    scheduler.deferTurn();
    await nextTurn();
  }
  expect(started).toEqual([0]);
  scheduler.deferTurn();
  await nextTurn();
  expect(started).toEqual([0, 1]);
  scheduler.deferTurn();
  await nextTurn();
  expect(started).toEqual([0, 1]);
});

test.each([
  [16, 0],
  [17, 16],
])('a deferred turn after which tasks of %i networks wait starts %i of them', async (networks, expected) => {
  const scheduler = new FairScheduler(16);
  const started: number[] = [];
  const start = (task: number, network: number) =>
    scheduler.start(
      () => started.push(task),
      () => String(network),
    );
  for (let task = 0; task < 16; task += 1) start(task, 0);
  for (let network = 1; network <= networks; network += 1) start(100, network);
  scheduler.deferTurn();
  await nextTurn();
  expect(started.filter((task) => task === 100)).toHaveLength(expected);
});

test.each([
  ['one heavy task', 64, ['a', 'a', 'b', 'a', 'a', 'a']],
  ['sixteen light ones', 1, [...Array.from({ length: 32 }, () => 'a'), 'b', 'a', 'a']],
])('a turn of a network has %s', async (_, weight, expected) => {
  const scheduler = new FairScheduler(16);
  const started: string[] = [];
  const start = (network: string, taskWeight: number) =>
    scheduler.start(
      () => started.push(network),
      () => network,
      taskWeight,
    );
  for (let count = 1; count < expected.length; count += 1) start('a', weight);
  start('b', 1);
  for (let turn = 0; turn < 10; turn += 1) await nextTurn();
  expect(started).toEqual(expected);
});

test('a turn without waiting tasks is not deferred', async () => {
  const { scheduler, started } = queueTasks(1);
  scheduler.deferTurn();
  await nextTurn();
  scheduler.start(
    () => started.push(1),
    () => '192.0.2.1',
  );
  expect(started).toEqual([0, 1]);
});
