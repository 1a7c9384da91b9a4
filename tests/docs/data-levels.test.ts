import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { fromRoot } from '../../scripts/root.ts';

const document = await readFile(fromRoot('docs/security.md'), 'utf8');
const [, section = ''] = /^## Data\n(.*?)^## /ms.exec(document) ?? [];

test('each kind of data in docs/security.md has a rule for every place', () => {
  const [head, ...rows] = section
    .split('\n')
    .filter((line) => /^\| (?:\*\*|level)/.test(line))
    .map((line) => line.split(' | ').map((cell) => cell.replace(/^\| | \|$/g, '').trim()));
  const places = ['on the way', 'at rest', 'in logs and reports', 'in the browser', 'kept'];
  expect(head).toEqual(['level', 'what', ...places]);
  expect(rows.map(([level]) => level)).toEqual(['**secret**', '**personal**', '**account**', '**public**']);
  for (const cells of rows) expect(cells.filter((cell) => cell !== '')).toHaveLength(7);
});
