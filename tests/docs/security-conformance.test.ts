import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { fromRoot } from '../../scripts/root.ts';

const text = await readFile(fromRoot('docs/security-conformance.md'), 'utf8');
/** Cells of the rows below a heading. */
const rowsBelow = (heading: string) =>
  (text.split(/^(?=## )/m).find((part) => part.startsWith(heading)) ?? '')
    .split('\n')
    .filter((line) => /^\| \d/.test(line))
    .map((line) => line.split(' | ').map((cell) => cell.replace(/^\| | \|$/g, '').trim()));

const asvs = rowsBelow('## OWASP ASVS 5.0');
const rows = [...rowsBelow('## OAuth 2.0'), ...asvs.map(([number = '', _level, ...others]) => [number, ...others])];
const pathsIn = (cell = '') =>
  [...cell.matchAll(/`((?:client|deploy|docs|gateway|shared|tests)\/[\w./-]*)`/g)].map(([, path = '']) => path);

test('every requirement has a state and is listed once', () => {
  expect(rows.length).toBeGreaterThan(80);
  for (const [number, requirement, state] of rows) {
    expect(number).toMatch(/^\d+(\.\d+)+$/);
    expect(requirement).not.toBe('');
    expect(state, number).toMatch(/^(met|not applicable|\*\*not met\*\*)/);
  }
  const keys = rows.map(([number, requirement]) => `${number} ${requirement}`);
  expect(new Set(keys).size).toBe(keys.length);
});

test('a met requirement names its code and test, any other one a reason', () => {
  for (const [number, , state = '', code, proof = ''] of rows) {
    if (state.startsWith('met')) {
      expect(pathsIn(code).length, `code of ${number}`).toBeGreaterThan(0);
      expect(
        pathsIn(proof).some((path) => path.startsWith('tests/')),
        `test of ${number}`,
      ).toBe(true);
    } else {
      expect(proof, `reason of ${number}`).toMatch(/[a-z].{5,}\.$/);
    }
  }
});

test('every file that it names exists', () => {
  const paths = rows.flatMap((cells) => cells.flatMap(pathsIn));
  expect(paths.length).toBeGreaterThan(150);
  expect(paths.filter((path) => !existsSync(fromRoot(path)))).toEqual([]);
});

/** Levels of all ASVS 5.0.0 requirements in the chapters of the document: section → level of .1, .2, … */
const levels: Readonly<Record<string, string>> = {
  '2.4': '23',
  ...{ '3.1': '3', '3.2': '113', '3.3': '12223', '3.4': '11222233', '3.5': '11122333', '3.6': '3', '3.7': '22333' },
  ...{ '4.1': '12233', '4.2': '23333', '4.3': '22', '4.4': '1222' },
  ...{ '6.1': '122', '6.2': '111111112222', '6.3': '11223333', '6.4': '112233', '6.5': '22222333', '6.6': '2223' },
  ...{ '6.7': '33', '6.8': '2222' },
  ...{ '7.1': '222', '7.2': '1111', '7.3': '22', '7.4': '11222', '7.5': '223', '7.6': '22' },
  ...{ '9.1': '111', '9.2': '1222' },
  ...{ '10.1': '22', '10.2': '223', '10.3': '22223', '10.4': '1111122222233333', '10.5': '22222', '10.6': '22' },
  '10.7': '222',
  ...{ '16.1': '2', '16.2': '22222', '16.3': '2222', '16.4': '222', '16.5': '2223' },
};
const required = Object.entries(levels).flatMap(([section, list]) =>
  [...list].flatMap((level, index) => (level === '3' ? [] : [{ number: `${section}.${index + 1}`, section, level }])),
);

test('the document lists exactly the requirements of levels 1 and 2, with their levels', () => {
  const listed = new Map(asvs.map(([number = '', level = '']) => [number, level]));
  for (const { number, section, level } of required) {
    const sectionLevel = [...(levels[section] ?? '')].sort()[0];
    expect(listed.get(number) ?? listed.get(section), number).toBe(listed.has(number) ? level : sectionLevel);
  }
  const known = new Set(required.flatMap(({ number, section }) => [number, section]));
  expect([...listed.keys()].filter((number) => !known.has(number))).toEqual([]);
});
