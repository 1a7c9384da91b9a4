import { mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { fromRoot } from '../../scripts/root.ts';
import { runBrowserTests } from '../../scripts/run-tests.ts';

const config = `export default {
  testDir: '.',
  outputDir: 'results',
  workers: 2,
  reporter: [['./silent.js'], ['json', { outputFile: 'results/playwright.json' }]],
};`;

const specs = (failing: string) => `import { writeFileSync } from 'node:fs';
import { test } from '@playwright/test';
test('passes', () => {});
test('flaky', ({}, info) => {
  writeFileSync(info.outputPath('trace.txt'), String(info.config.workers));
  if (${failing}) throw new Error('too slow');
});`;

/** Runs a project of two tests. One writes a file, and then may fail. */
async function runProject(failing: string) {
  const root = await mkdtemp(join(tmpdir(), 'browser-tests-'));
  onTestFinished(() => rm(root, { recursive: true }));
  await symlink(fromRoot('node_modules'), join(root, 'node_modules'));
  await writeFile(join(root, 'package.json'), '{ "type": "module" }');
  await writeFile(join(root, 'silent.js'), 'export default class { printsToStdio() { return true; } }');
  await writeFile(join(root, 'playwright.config.js'), config);
  await writeFile(join(root, 'a.spec.js'), specs(failing));
  // The commands that ran: a failed one would look like a failure of `npm test`.
  vi.spyOn(console, 'log').mockReturnValue();
  const results = join(root, 'results');
  const counts = await runBrowserTests(results, ['--config', join(root, 'playwright.config.js')]);
  const read = (...path: string[]) => readFile(join(results, ...path), 'utf8');
  const readStats = async (...path: string[]) => JSON.parse(await read(...path, 'playwright.json')).stats;
  return { counts, read, readStats };
}

test('a browser test that passes alone counts as passed, and leaves the files of its failure', async () => {
  const { counts, read, readStats } = await runProject('info.config.workers > 1');
  expect(counts).toMatchObject({ passed: 2, failed: 0, passedAlone: [expect.stringContaining('too slow')] });
  expect(await read('a-flaky', 'trace.txt')).toBe('2');
  expect(await readStats()).toMatchObject({ expected: 1, unexpected: 1 });
  expect(await read('alone', 'a-flaky', 'trace.txt')).toBe('1');
  expect(await readStats('alone')).toMatchObject({ expected: 3, unexpected: 0 });
});

test('a browser test that fails alone, too, counts as failed once', async () => {
  const { counts, read, readStats } = await runProject('true');
  expect(counts).toMatchObject({ passed: 1, failed: 1, failures: [expect.stringContaining('too slow')] });
  expect(counts.passedAlone).toBeUndefined();
  expect(await read('a-flaky', 'trace.txt')).toBe('2');
  expect(await readStats()).toMatchObject({ expected: 1, unexpected: 1 });
  expect(await readStats('alone')).toMatchObject({ expected: 0, unexpected: 3 });
});

test('browser tests that pass run once', async () => {
  const { counts, read } = await runProject('false');
  expect(counts).toMatchObject({ passed: 2, failed: 0 });
  await expect(read('alone', 'playwright.json')).rejects.toThrow('ENOENT');
});
