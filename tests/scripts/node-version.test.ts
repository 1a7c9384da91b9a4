import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { describeOldNode } from '../../scripts/require-node.ts';
import { fromRoot } from '../../scripts/root.ts';

const run = promisify(execFile);

test.each([
  ['20.20.2', false],
  ['22.12.0', false],
  ['24.10.9', false],
  ['24.11.0', true],
  ['25.0.0', true],
  ['26.1.0', true],
])('Node %s is new enough: %s', (version, enough) => {
  expect(describeOldNode(version) === undefined).toBe(enough);
});

test('an older Node is named together with the one that is needed', () => {
  expect(describeOldNode('20.20.2')).toMatch(/needs Node 24\.11 or newer; this is Node 20\.20\.2\./);
});

test('tests, the processes that they start, and npm scripts run on Node 24 or newer', async () => {
  const printed = await Promise.all(
    [
      [process.execPath, '--version'],
      ['node', '--version'],
      ['npm', 'exec', '--no', '--', 'node', '--version'],
    ].map(async ([command = '', ...args]) => (await run(command, args, { cwd: fromRoot() })).stdout),
  );
  const majors = printed.map((text) => Number.parseInt(text.slice(1), 10));
  for (const major of majors) expect(major).toBeGreaterThanOrEqual(24);
});

test('.nvmrc, the packages that npm ci installs, and the types name the same Node', async () => {
  const { engines, devDependencies, optionalDependencies } = JSON.parse(
    await readFile(fromRoot('package.json'), 'utf8'),
  );
  const version = (await readFile(fromRoot('.nvmrc'), 'utf8')).trim();
  const [major] = version.split('.');
  expect(engines.node).toMatch(new RegExp(`^>=${major}\\.\\d+$`));
  const oldest = `${engines.node.slice(2)}.0`;
  expect(describeOldNode(oldest)).toBeUndefined();
  expect(describeOldNode('0.0.0')).toContain(`needs Node ${engines.node.slice(2)} or newer`);
  expect(describeOldNode(version)).toBeUndefined();
  expect(devDependencies['@types/node']).toMatch(new RegExp(`^${major}\\.`));
  expect(new Set(Object.values(optionalDependencies))).toEqual(new Set([version]));
});
