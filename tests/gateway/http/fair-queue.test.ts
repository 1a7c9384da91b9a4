import { expect, test } from 'vitest';
import { FairQueue } from '../../../gateway/http/fair-queue.ts';

type Entry = readonly [network: string, name: string];

function fill(entries: readonly Entry[], perNetwork?: number) {
  const queue = new FairQueue(perNetwork);
  const ran: string[] = [];
  const tasks = new Map(entries.map(([network, name]) => [name, { network, run: () => void ran.push(name) }]));
  for (const { network, run } of tasks.values()) queue.add(network, run);
  const remove = (name: string) => {
    const { network = '', run = () => undefined } = tasks.get(name) ?? {};
    return queue.remove(network, run);
  };
  const runAll = () => {
    for (let task = queue.next(); task; task = queue.next()) task();
    return ran;
  };
  return { remove, runAll };
}

test('networks take turns, and the tasks of each keep their order', () => {
  const { runAll } = fill([
    ['a', 'a1'],
    ['a', 'a2'],
    ['a', 'a3'],
    ['b', 'b1'],
    ['c', 'c1'],
    ['c', 'c2'],
  ]);
  expect(runAll()).toEqual(['a1', 'b1', 'c1', 'a2', 'c2', 'a3']);
});

test('a network may have several tasks in its turn', () => {
  const names = ['a1', 'a2', 'a3', 'b1', 'c1', 'c2', 'c3', 'a4'];
  const { runAll } = fill(
    names.map((name) => [name.slice(0, 1), name] as const),
    2,
  );
  expect(runAll()).toEqual(['a1', 'a2', 'b1', 'c1', 'c2', 'a3', 'a4', 'c3']);
});

test('a task that was removed does not run', () => {
  const { remove, runAll } = fill([
    ['a', 'a1'],
    ['b', 'b1'],
    ['a', 'a2'],
  ]);
  expect(remove('a1')).toBe(true);
  expect(remove('a1')).toBe(false);
  expect(runAll()).toEqual(['a2', 'b1']);
  expect(remove('a2')).toBe(false);
});

test('an empty queue has no next task', () => {
  expect(new FairQueue().next()).toBeUndefined();
});
