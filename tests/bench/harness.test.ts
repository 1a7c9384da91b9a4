import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { checkTarget, cookiesFor } from './checks.ts';
import { readCpuMicroseconds } from './cpu-time.ts';
import { judge } from './findings.ts';
import { ratios, withSpread } from './statistics.ts';
import { measureStorms } from './storm.ts';
import { startTargets, type Target, type Targets } from './targets.ts';

let targets: Targets;
// Bundles and starts five processes.
const startTimeoutMs = 120_000;
vi.setConfig({ testTimeout: startTimeoutMs });
beforeAll(async () => {
  targets = await startTargets({ pinned: false });
}, startTimeoutMs);
afterAll(() => targets?.close());

test('every target returns the same bodies, and the gateway does all of its work', async () => {
  const names = targets.all.map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(['gateway', 'bare', 'express']));
  for (const target of targets.all) await checkTarget(targets, target, await cookiesFor(target));
});

test('a refresh storm refreshes every session once, and every request succeeds', async () => {
  const gateway = targets.all.find(({ isGateway }) => isGateway) as Target;
  const storms = await measureStorms([gateway], targets.upstreamOrigin, { sessions: 30, rounds: 2 });
  for (const { calm, storm } of storms) {
    expect(calm).toMatchObject({ refreshes: 0, statuses: new Map([[200, 60]]) });
    expect(storm).toMatchObject({ refreshes: 30, statuses: new Map([[200, 60]]) });
  }
});

test('a target that changes a body or skips work is not measured', async () => {
  const bare = targets.all.find(({ name }) => name === 'bare') as Target;
  const impostor: Target = { ...bare, name: 'gateway', isGateway: true };
  await expect(checkTarget(targets, impostor, await cookiesFor(bare))).rejects.toThrow('is sent');
});

test('the CPU time of a process matches that of the system', async () => {
  const before = await readCpuMicroseconds(process.pid);
  const counted = process.cpuUsage();
  while (process.cpuUsage(counted).user < 50_000) Math.sqrt(Math.random());
  const { user, system } = process.cpuUsage(counted);
  const used = (await readCpuMicroseconds(process.pid)) - before;
  expect(used).toBeGreaterThan((user + system) * 0.7);
});

test('ratios are computed within rounds and shown with their spread', () => {
  expect(ratios([10, 20, 30], [5, 20, 10])).toEqual([2, 1, 3]);
  expect(withSpread([2, 1, 3])).toBe('2.00 (1.00–3.00)');
  expect(withSpread([4, 1, 2, 9])).toBe('3.00 (1.00–9.00)');
});

test('a budget is kept, broken or not measured', () => {
  const budget = { row: 'get', target: 'gateway', measure: '× bare', is: 'at least', limit: 1.3 } as const;
  const verdictOn = (value: number) => judge([budget], [{ row: 'get', target: 'gateway', measure: '× bare', value }]);
  expect(verdictOn(1.3)).toMatchObject([{ kept: true, value: 1.3 }]);
  expect(verdictOn(1.29)).toMatchObject([{ kept: false }]);
  expect(verdictOn(Number.NaN)).toMatchObject([{ kept: false }]);
  expect(judge([budget], [{ row: 'get', target: 'gateway', measure: 'RSS MB', value: 1 }])).toMatchObject([
    { kept: true, value: null },
  ]);
  expect(judge([budget], [])).toEqual([]);
});
