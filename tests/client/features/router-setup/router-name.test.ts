import { expect, test } from 'vitest';
import { isNameTaken, nextRouterName, truncateName } from '../../../../client/src/features/router-setup/router-name.ts';

test.each([
  [[], 'Router 1'],
  [['Router 1'], 'Router 2'],
  [['Router 2', 'Anna’s iPhone'], 'Router 1'],
  [['Router 1', 'Router 3'], 'Router 2'],
  // Names that look the same count as taken.
  [['router 1 '], 'Router 2'],
] as const)('with the devices %o the next router is %s', (names, next) => {
  expect(nextRouterName(names, (number) => `Router ${number}`)).toBe(next);
});

test('an emoji counts as one character of a name', () => {
  expect(truncateName('a'.repeat(51))).toBe('a'.repeat(50));
  expect(truncateName('🛰'.repeat(50))).toBe('🛰'.repeat(50));
  expect(truncateName('🛰'.repeat(51))).toBe('🛰'.repeat(50));
});

test('a grapheme is not split', () => {
  const family = '👩‍👩‍👧';
  expect(truncateName('a'.repeat(48) + family)).toBe('a'.repeat(48));
});

test.each([
  ['Router 2', ['Router 1', 'Router 2'], true],
  ['router 2 ', ['Router 2'], true],
  ['Router 2', ['Router 22', 'Router'], false],
  ['Router 2', [], false],
])('a name %j is taken among %j: %s', (name, names, taken) => {
  expect(isNameTaken(name, names)).toBe(taken);
});
