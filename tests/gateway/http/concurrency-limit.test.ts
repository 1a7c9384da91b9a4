import { expect, test } from 'vitest';
import { ConcurrencyLimit } from '../../../gateway/http/concurrency-limit.ts';
import type { Limit } from '../../../gateway/http/network-budget.ts';

/** Starts tasks of `network:name` and records them; `end` ends one. */
function build(limits: { running: Limit; waiting: Limit }) {
  const limit = new ConcurrencyLimit(limits);
  const started: string[] = [];
  const ends = new Map<string, (error?: Error) => void>();
  const add = (...names: readonly string[]) =>
    names.map((name) =>
      limit.run(() => {
        started.push(name);
        return new Promise<string>((resolve, reject) => {
          ends.set(name, (error) => (error ? reject(error) : resolve(name)));
        });
      }, name.split(':')[0] ?? ''),
    );
  const end = async (name: string, error?: Error) => {
    ends.get(name)?.(error);
    // The next one starts in the turn after that.
    for (let turn = 0; turn < 2; turn += 1) await new Promise(setImmediate);
  };
  return { started, add, end };
}

test('a network’s tasks wait for each other, in their order, and not for those of other networks', async () => {
  const { started, add, end } = build({ running: [100, 2], waiting: [10, 10] });
  const [first] = add('a:1', 'a:2', 'a:3', 'a:4', 'b:1');
  expect(started).toEqual(['a:1', 'a:2', 'b:1']);
  await end('b:1');
  expect(started).toHaveLength(3);
  await end('a:1');
  expect(await first).toBe('a:1');
  expect(started).toEqual(['a:1', 'a:2', 'b:1', 'a:3']);
  await end('a:2');
  await end('a:3');
  await end('a:4');
  add('a:5', 'a:6', 'a:7');
  expect(started.slice(4)).toEqual(['a:4', 'a:5', 'a:6']);
});

test('networks take turns with the places that all of them share', async () => {
  const { started, add, end } = build({ running: [2, 2], waiting: [10, 10] });
  add('a:1', 'a:2', 'a:3', 'a:4', 'b:1', 'c:1');
  expect(started).toEqual(['a:1', 'a:2']);
  for (const name of ['a:1', 'a:2', 'a:3', 'c:1']) await end(name);
  expect(started.slice(2)).toEqual(['a:3', 'c:1', 'b:1', 'a:4']);
});

test('a task that begins while another one takes its turn waits', async () => {
  const { started, add, end } = build({ running: [1, 1], waiting: [10, 10] });
  const [first] = add('a:1', 'a:2');
  void first?.then(() => add('a:3'));
  await end('a:1');
  expect(started).toEqual(['a:1', 'a:2']);
  await end('a:2');
  expect(started).toEqual(['a:1', 'a:2', 'a:3']);
});

test('a task that fails makes room for the next one', async () => {
  const { started, add, end } = build({ running: [1, 1], waiting: [10, 10] });
  const [failing] = add('a:1', 'a:2');
  const failed = expect(failing).rejects.toThrow('no');
  await end('a:1', new Error('no'));
  await failed;
  expect(started).toEqual(['a:1', 'a:2']);
});

test('when too many tasks wait, of all networks or of one, a further one is refused', async () => {
  const { started, add, end } = build({ running: [2, 1], waiting: [3, 2] });
  const tasks = add('a:1', 'a:2', 'a:3', 'a:4', 'b:1', 'b:2', 'b:3', 'c:1');
  expect(started).toEqual(['a:1', 'b:1']);
  expect(tasks.map((task) => task === null)).toEqual([false, false, false, true, false, false, true, true]);
  await end('a:1');
  expect(started.slice(2)).toEqual(['a:2']);
  const [later] = add('c:2');
  expect(later).not.toBeNull();
  await end('b:1');
  await end('a:2');
  expect(started.slice(3)).toEqual(['c:2', 'b:2']);
});

test('tasks that end at once do not all run in one turn of the event loop', async () => {
  const limit = new ConcurrencyLimit({ running: [1, 1], waiting: [100, 100] });
  let ended = 0;
  const runs = Array.from({ length: 50 }, () =>
    limit.run(async () => {
      ended += 1;
    }, 'a'),
  );
  await new Promise(setImmediate);
  expect(ended).toBeLessThan(5);
  await Promise.all(runs);
  expect(ended).toBe(50);
});

test('a task counts by its size while it waits, and no longer', async () => {
  const limit = new ConcurrencyLimit({ running: [1, 1], waiting: [10, 10] });
  const run = (size: number) => limit.run(async () => size, 'a', size);
  for (let round = 0; round < 2; round += 1) {
    const tasks = [run(9), run(6), run(5), run(4)];
    expect(tasks.map((task) => task !== null)).toEqual([true, true, false, true]);
    await Promise.all(tasks);
    // The last one's place is free in the turn after that.
    await new Promise(setImmediate);
  }
});
