import { expect, test } from 'vitest';
import { FairQueue } from '../../../gateway/http/fair-queue.ts';

function fill(...entries: readonly (readonly [network: string, name: string])[]) {
  const queue = new FairQueue();
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
  const { runAll } = fill(['a', 'a1'], ['a', 'a2'], ['a', 'a3'], ['b', 'b1'], ['c', 'c1'], ['c', 'c2']);
  expect(runAll()).toEqual(['a1', 'b1', 'c1', 'a2', 'c2', 'a3']);
});

test('a task that was removed does not run', () => {
  const { remove, runAll } = fill(['a', 'a1'], ['b', 'b1'], ['a', 'a2']);
  expect(remove('a1')).toBe(true);
  expect(remove('a1')).toBe(false);
  expect(runAll()).toEqual(['b1', 'a2']);
  expect(remove('a2')).toBe(false);
});

test('an empty queue has no next task', () => {
  expect(new FairQueue().next()).toBeUndefined();
});
