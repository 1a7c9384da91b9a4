import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { fromRoot } from '../../../scripts/root.ts';

const text = await readFile(fromRoot('docs/security.md'), 'utf8');
const promises = text.slice(text.indexOf('\n## Promises'), text.indexOf('\n## ', text.indexOf('\n## Promises') + 1));
const rows = promises.split('\n').filter((line) => line.startsWith('| ') && !line.startsWith('| promise |'));

test('every file that docs/security.md names exists', () => {
  const named = [...text.matchAll(/`((?:gateway|shared|tests|docs|client|sandbox|scripts)\/[\w./-]*)`/g)].map(
    ([, file]) => file ?? '',
  );
  const linked = [...text.matchAll(/\]\((?!https:)([^)#]+)(?:#[^)]*)?\)/g)].map(([, file]) => `docs/${file}`);
  expect(named.length).toBeGreaterThan(60);
  expect([...named, ...linked].filter((file) => !existsSync(fromRoot(file)))).toEqual([]);
});

test('every promise names its code, its test and a requirement of ASVS 5', () => {
  expect(rows.length).toBeGreaterThan(30);
  for (const row of rows) {
    const [, promise, code, proof, requirements] = row.split('|').map((cell) => cell.trim());
    expect(promise).not.toBe('');
    expect(code, row).toMatch(/^(`[\w./-]+`|\[[\w.-]+\]\([\w.-]+\))/);
    expect(proof, row).toMatch(/^`tests\//);
    expect(requirements, row).toMatch(/^\d+\.\d+\.\d+(, \d+\.\d+\.\d+)*$/);
  }
});

test('every test in invariants is named by a promise', async () => {
  const files = await readdir(fromRoot('tests/gateway/invariants'));
  const unnamed = files.filter(
    (file) => file.endsWith('.test.ts') && !text.includes(`tests/gateway/invariants/${file}`),
  );
  expect(unnamed).toEqual([]);
});
