import { expect, test } from 'vitest';
import { BoundedMap } from '../../../gateway/http/bounded-map.ts';
import { heapBytes, megabyte } from '../../support/heap-bytes.ts';

const filled = (limits: { maxEntries: number; maxBytes: number }, ...keys: readonly string[]) => {
  const map = new BoundedMap(limits);
  for (const key of keys) map.set(key, { text: 'text' });
  return map;
};

test.each([
  [{ maxEntries: 2, maxBytes: 100 }, ['b', 'c']],
  [{ maxEntries: 3, maxBytes: 100 }, ['a', 'b', 'c']],
  // Each key and text has five bytes.
  [{ maxEntries: 9, maxBytes: 15 }, ['a', 'b', 'c']],
  [{ maxEntries: 9, maxBytes: 14 }, ['b', 'c']],
  [{ maxEntries: 9, maxBytes: 5 }, ['c']],
  [{ maxEntries: 9, maxBytes: 4 }, []],
])('within %j, the newest entries of three are kept: %j', (limits, keys) => {
  expect([...filled(limits, 'a', 'b', 'c').keys()]).toEqual(keys);
});

test('setting an entry again makes it the newest and counts it once', () => {
  expect([...filled({ maxEntries: 2, maxBytes: 10 }, 'a', 'b', 'a', 'c').keys()]).toEqual(['a', 'c']);
});

test('deleting an entry makes room', () => {
  const map = filled({ maxEntries: 9, maxBytes: 10 }, 'a', 'b');
  expect([map.delete('a'), map.delete('a')]).toEqual([true, false]);
  map.set('c', { text: 'text' });
  expect([...map.keys()]).toEqual(['b', 'c']);
});

test.each([
  { maxEntries: 4, maxBytes: 100 },
  // Each key and text has six bytes.
  { maxEntries: 100, maxBytes: 24 },
])('within %j, the network with the most entries drops its oldest', (limits) => {
  const map = new BoundedMap<{ text: string; network?: string }>(limits);
  const add = (network: string, ...keys: readonly string[]) => {
    for (const key of keys) map.set(key, { text: 'text', network });
  };
  add('a', 'a1');
  add('b', 'b1', 'b2', 'b3', 'b4');
  expect([...map.keys()]).toEqual(['a1', 'b2', 'b3', 'b4']);
  add('c', 'c1');
  expect([...map.keys()]).toEqual(['a1', 'b3', 'b4', 'c1']);
  // If two have the same number, the one that reached it first loses an entry.
  add('a', 'a2');
  expect([...map.keys()]).toEqual(['a1', 'b4', 'c1', 'a2']);
  add('d', 'd1');
  expect([...map.keys()]).toEqual(['b4', 'c1', 'a2', 'd1']);
  // None has two.
  add('e', 'e1');
  expect([...map.keys()]).toEqual(['c1', 'a2', 'd1', 'e1']);
  map.delete('c1');
  add('a', 'a3', 'a2');
  expect([...map.keys()]).toEqual(['d1', 'e1', 'a3', 'a2']);
  add('a', 'a4');
  expect([...map.keys()]).toEqual(['d1', 'e1', 'a2', 'a4']);
  for (const key of ['d1', 'a2', 'a4']) map.delete(key);
  add('f', 'f1', 'f2', 'f3', 'f4');
  expect([...map.keys()]).toEqual(['e1', 'f2', 'f3', 'f4']);
});

test('a network that grows beside the one with the most loses nothing', () => {
  const map = new BoundedMap({ maxEntries: 5 });
  for (const key of ['a1', 'a2', 'a3', 'b1', 'b2', 'c1']) map.set(key, { network: key.slice(0, 1) });
  expect([...map.keys()]).toEqual(['a2', 'a3', 'b1', 'b2', 'c1']);
});

test('a network without entries takes no memory', () => {
  const map = new BoundedMap({ maxEntries: 2 });
  const before = heapBytes();
  for (let count = 0; count < 50_000; count += 1) map.set('key', { network: `network ${count}` });
  expect(heapBytes() - before).toBeLessThan(megabyte);
  // Otherwise all of it could be collected.
  expect(map.size).toBe(1);
});
