import { expect, test } from 'vitest';
import { FairQueue } from '../../../gateway/http/fair-queue.ts';
import { heapBytes, megabyte } from '../../support/heap-bytes.ts';

type Entry = readonly [network: string, name: string];

function fill(entries: readonly Entry[], tasksPerTurn?: number) {
  const queue = new FairQueue(tasksPerTurn);
  const ran: string[] = [];
  const tasks = new Map<string, { readonly network: string; readonly run: () => void }>();
  const add = (network: string, name: string) => {
    const run = () => void ran.push(name);
    tasks.set(name, { network, run });
    queue.add(network, run);
  };
  for (const [network, name] of entries) add(network, name);
  const remove = (name: string) => {
    const { network = '', run = () => undefined } = tasks.get(name) ?? {};
    return queue.remove(network, run);
  };
  const runNext = (mayRun?: (network: string) => boolean) => {
    const task = queue.next(mayRun);
    task?.();
    return task && ran.at(-1);
  };
  const runAll = () => {
    while (runNext() !== undefined);
    return ran;
  };
  return { add, remove, runNext, runAll };
}

/** The first letter of a task's name is its network. */
const entry = (name: string): Entry => [name.slice(0, 1), name];

test('networks take turns, and the tasks of each keep their order', () => {
  const { runAll } = fill(['a1', 'a2', 'a3', 'b1', 'c1', 'c2'].map(entry));
  expect(runAll()).toEqual(['a1', 'c1', 'b1', 'a2', 'c2', 'a3']);
});

test('every other turn is for the network that arrived last', () => {
  const { runAll } = fill(['a1', 'b1', 'c1', 'd1', 'e1'].map(entry));
  expect(runAll()).toEqual(['a1', 'e1', 'b1', 'd1', 'c1']);
});

test('a network is new until its first turn, and again when it comes back', () => {
  const { add, remove, runNext } = fill(['a1', 'a2', 'b1', 'c1'].map(entry));
  expect([runNext(), runNext()]).toEqual(['a1', 'c1']);
  add('a', 'a3');
  add('c', 'c2');
  add('d', 'd1');
  remove('d1');
  // The longest, the newest, the longest, and no new one is left.
  expect([runNext(), runNext(), runNext(), runNext()]).toEqual(['b1', 'c2', 'a2', 'a3']);
});

test('a network may have several tasks in its turn', () => {
  const { runAll } = fill(['a1', 'a2', 'a3', 'b1', 'c1', 'c2', 'c3', 'a4', 'd1'].map(entry), 2);
  expect(runAll()).toEqual(['a1', 'a2', 'd1', 'b1', 'c1', 'c2', 'a3', 'a4', 'c3']);
});

test('a turn ends early for a network that may not run', () => {
  const { runNext } = fill(['a1', 'a2', 'b1', 'c1', 'd1'].map(entry), 2);
  expect(runNext()).toBe('a1');
  expect(runNext((network) => !'ad'.includes(network))).toBe('c1');
  expect(runNext((network) => network === 'z')).toBeUndefined();
  expect([runNext(), runNext(), runNext()]).toEqual(['b1', 'd1', 'a2']);
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

test('until a network’s first turn, each of its tasks counts as a new arrival', () => {
  const { runAll } = fill(['a1', 'b1', 'c1', 'd1', 'b2', 'e1', 'b3'].map(entry), 2);
  // The longest and the newest in turn, two tasks each.
  expect(runAll()).toEqual(['a1', 'b1', 'b2', 'c1', 'e1', 'd1', 'b3']);
});

test('a network with many new arrivals has one turn, and takes little memory', () => {
  const { add, runNext } = fill(['a1', 'b1', 'c1'].map(entry));
  const before = heapBytes();
  for (let count = 0; count < 1_000; count += 1) add('b', 'b');
  expect([runNext(), runNext(), runNext(), runNext()]).toEqual(['a1', 'b1', 'c1', 'b']);
  expect(heapBytes() - before).toBeLessThan(megabyte);
});

test('a network stays new while thousands of others come and leave', () => {
  const { add, remove, runNext } = fill(['a1', 'b1', 'c1'].map(entry));
  for (let count = 0; count < 1_000; count += 1) {
    add(`left ${count}`, 'left');
    remove('left');
  }
  expect([runNext(), runNext(), runNext()]).toEqual(['a1', 'c1', 'b1']);
});

test('networks that have left take no memory while another one waits', () => {
  const queue = new FairQueue();
  const run = () => undefined;
  const comeAndLeave = (networks: readonly string[]) => {
    for (const network of networks) queue.add(network, run);
    for (const network of networks) queue.remove(network, run);
  };
  queue.add('waiting', run);
  const before = heapBytes();
  comeAndLeave(Array.from({ length: 10 }, (_, index) => `together ${index}`));
  for (let count = 0; count < 100_000; count += 1) comeAndLeave([`network ${count}`]);
  expect(heapBytes() - before).toBeLessThan(megabyte);
  expect(queue.networks).toBe(1);
});
