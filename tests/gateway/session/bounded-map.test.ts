import { expect, test } from 'vitest';
import { BoundedMap } from '../../../gateway/session/bounded-map.ts';

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
