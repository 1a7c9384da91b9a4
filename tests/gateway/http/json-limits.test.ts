import fc from 'fast-check';
import { expect, test } from 'vitest';
import { exceedsJsonLimits } from '../../../gateway/http/json-limits.ts';

const exceeds = (text: string) => exceedsJsonLimits(Buffer.from(text));
const arrays = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);
const objects = (depth: number) => `${'{"a":'.repeat(depth - 1)}{}${'}'.repeat(depth - 1)}`;
const elements = (count: number) => JSON.stringify(Array.from({ length: count }, () => 0));
const members = (count: number) => JSON.stringify(Object.fromEntries(Array.from({ length: count }, (_, i) => [i, 0])));

test.each([
  ['16 nested arrays', arrays(16)],
  ['16 nested objects', objects(16)],
  ['1,000 elements', elements(1_000)],
  ['1,000 members', members(1_000)],
  ['1,000 empty containers', `[${'[],'.repeat(999)}{}]`],
  ['brackets and commas inside a string', JSON.stringify({ text: '[{,'.repeat(5_000) })],
  ['escaped quotes', `{"text":"${'\\"[,'.repeat(2_000)}"}`],
  ['a string that ends in a backslash', `["\\\\",${arrays(15)}]`],
  ['spaces in empty containers', `[ [\n] , {\t} ]`],
  ['no value at all', ''],
])('accepts %s', (_, text) => expect(exceeds(text)).toBe(false));

test.each([
  ['17 nested arrays', arrays(17)],
  ['17 nested objects', objects(17)],
  ['arrays that never close', '['.repeat(65_536)],
  ['1,001 elements', elements(1_001)],
  ['1,001 members', members(1_001)],
  ['1,001 empty containers', `[${'[],'.repeat(1_000)}{}]`],
  ['500 containers with one value each, and one more value', `[${'[0],'.repeat(500)}0]`],
  ['values after a string with escaped quotes', `["\\"",${'0,'.repeat(1_000)}0]`],
  ['nothing but commas', ','.repeat(1_001)],
])('refuses %s', (_, text) => expect(exceeds(text)).toBe(true));

test('counts what JSON.parse would create', () => {
  const shape = (value: unknown, depth = 1): { depth: number; values: number } => {
    if (typeof value !== 'object' || value === null) return { depth: depth - 1, values: 0 };
    const inner = Object.values(value).map((each) => shape(each, depth + 1));
    return {
      depth: Math.max(depth, ...inner.map((each) => each.depth)),
      values: inner.reduce((sum, each) => sum + each.values + 1, 0),
    };
  };
  const wide = fc.array(fc.json({ maxDepth: 6 }), { maxLength: 400 }).map((texts) => `[${texts.join()}]`);
  const deep = fc.tuple(fc.nat(20), fc.json()).map(([depth, text]) => '['.repeat(depth) + text + ']'.repeat(depth));
  fc.assert(
    fc.property(fc.oneof(fc.json(), wide, deep), (text) => {
      const { depth, values } = shape(JSON.parse(text));
      expect(exceeds(text)).toBe(depth > 16 || values > 1_000);
    }),
    { numRuns: 500 },
  );
});
