import { expect, test } from 'vitest';
import { limitName, nextRouterName } from '../../../client/src/features/router-setup/router-name.ts';

test.each([
  [[], 'Router 1'],
  [['Router 1'], 'Router 2'],
  [['Router 2', 'Anna’s iPhone'], 'Router 1'],
  [['Router 1', 'Router 3'], 'Router 2'],
  [['router 1', 'Router 1 '], 'Router 1'],
] as const)('beside %o the next router is %s', (names, next) => {
  expect(nextRouterName(names)).toBe(next);
});

test('a name keeps 50 characters, of which an emoji is one', () => {
  expect(limitName('a'.repeat(51))).toBe('a'.repeat(50));
  expect(limitName('🛰'.repeat(50))).toBe('🛰'.repeat(50));
  expect(limitName('🛰'.repeat(51))).toBe('🛰'.repeat(50));
});

test('what is drawn as one is not cut in two', () => {
  const family = '👩‍👩‍👧';
  expect(limitName('a'.repeat(48) + family)).toBe('a'.repeat(48));
});
