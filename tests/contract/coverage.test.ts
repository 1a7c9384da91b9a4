import { readdir, readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { calls } from '#shared/calls.ts';
import { fromRoot } from '../../scripts/root.ts';

/** The calls that a contract test describes. The compiler checks that each of their errors has a test. */
const describedCalls = (source: string): string[] =>
  [...source.matchAll(/^describeCall\('(\w+)'/gm)].map(([, name = '']) => name);

test('every call has the contract test that docs/calls.md names', async () => {
  const folder = fromRoot('tests/contract');
  const described = new Map<string, string>();
  for (const file of (await readdir(folder)).filter((name) => name.endsWith('.test.ts'))) {
    for (const call of describedCalls(await readFile(`${folder}/${file}`, 'utf8'))) {
      expect(described.has(call), `${call} is described twice`).toBe(false);
      described.set(call, file);
    }
  }
  const table = await readFile(fromRoot('docs/calls.md'), 'utf8');
  const documented = [...table.matchAll(/^\| `(\w+)` .*\/([\w-]+\.test\.ts)\) \|$/gm)].map(
    ([, call = '', file = '']) => [call, file] as const,
  );
  expect(Object.fromEntries(described)).toEqual(Object.fromEntries(documented));
  expect([...described.keys()].sort()).toEqual(Object.keys(calls).sort());
});

test('finds described calls, and ignores commented ones', () => {
  expect(describedCalls("describeCall('profile', {\n});\n// describeCall('paymentLink')")).toEqual(['profile']);
});
