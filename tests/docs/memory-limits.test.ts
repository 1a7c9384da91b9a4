import { glob, readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { fromRoot } from '../../scripts/root.ts';

const document = await readFile(fromRoot('docs/operations.md'), 'utf8');
const section = document.split(/^### /m).find((part) => part.startsWith('Memory limits')) ?? '';
const table = section
  .split('\n')
  .filter((line) => line.startsWith('| '))
  .slice(1)
  .map((line) => line.split('|').map((cell) => cell.trim()));
const rows = table.map(([, what = '', most = '', ofNetwork = '', , mebibytes = '', code = '']) => ({
  what,
  text: `${what} ${most} ${ofNetwork}`,
  mebibytes: Number(mebibytes.replaceAll('*', '')),
  code,
}));
const limits = rows.filter(({ code }) => code !== '');
const total = rows.find(({ code }) => code === '');

const units: Readonly<Record<string, number>> = { MiB: 1024 ** 2, KiB: 1024 };

/** `16 MiB; those over 4 KiB` → both in bytes. */
const numbersInText = (text: string): number[] =>
  [...text.matchAll(/\b(\d[\d,]*)(?: (MiB|KiB))?/g)].map(
    ([, digits = '', unit = '']) => Number(digits.replaceAll(',', '')) * (units[unit] ?? 1),
  );

/** `{ requests: 1_024, bytes: 8 * 1024 * 1024 }` → both. */
const numbersInCode = (code: string): number[] =>
  [...code.matchAll(/\b\d[\d_]*(?: \* \d[\d_]*)*/g)].map(([product]) =>
    product
      .replaceAll('_', '')
      .split(' * ')
      .reduce((all, factor) => all * Number(factor), 1),
  );

/** The value of each constant that the cell names behind its file. */
async function findConstants(cell: string): Promise<{ readonly file: string; readonly value: string }[]> {
  const found: { file: string; value: string }[] = [];
  let file = '';
  for (const [, name = ''] of cell.matchAll(/`([^`]+)`/g)) {
    if (name.includes('/')) file = name;
    else {
      const source = await readFile(fromRoot(file), 'utf8');
      const [, value] = new RegExp(`^const ${name}(?:: [^=]+)? = ([^;]+);`, 'm').exec(source) ?? [];
      expect(value, `${name} in ${file}`).toBeDefined();
      found.push({ file, value: value ?? '' });
    }
  }
  return found;
}

const sorted = (numbers: readonly number[]) => [...numbers].sort((a, b) => a - b);

test.each(limits)('the numbers for $what are those of the code', async ({ text, code }) => {
  const constants = await findConstants(code);
  expect(constants.length).toBeGreaterThan(0);
  expect(sorted(numbersInText(text))).toEqual(sorted(constants.flatMap(({ value }) => numbersInCode(value))));
});

test('the memory of all limits adds up to the last row, which the pod has beside an idle gateway', () => {
  const sum = limits.reduce((all, { mebibytes }) => all + mebibytes, 0);
  expect(total?.mebibytes).toBe(sum);
  expect(sum).toBeLessThan(320 - 102);
});

/** What bounds memory: a class with a limit that is not passed on from elsewhere, or megabytes. */
const bounds =
  /new (?:NetworkBudget|ReservedBudget|ConcurrencyLimit|ConnectionQueue|BoundedMap)\b(?:<\w+>)?\((?!\.\.\.)|\d \* 1024 \* 1024/;

test('the table names every file of the gateway that bounds memory', async () => {
  const named = new Set(
    (await Promise.all(limits.map(({ code }) => findConstants(code)))).flat().map(({ file }) => file),
  );
  const bounding: string[] = [];
  for await (const file of glob('gateway/**/*.ts', { cwd: fromRoot() })) {
    if (bounds.test(await readFile(fromRoot(file), 'utf8'))) bounding.push(file);
  }
  expect(bounding.length).toBeGreaterThan(10);
  expect(bounding.filter((file) => !named.has(file))).toEqual([]);
});
