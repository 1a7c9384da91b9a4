import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { checkContender, cookiesFor } from './checks.ts';
import { type Contender, type Field, startContenders } from './contenders.ts';
import { readCpuMicroseconds } from './cpu-time.ts';
import { judge } from './findings.ts';
import { ratios, withSpread } from './statistics.ts';
import { measureStorms } from './storm.ts';

let field: Field;
// Bundles and starts five processes.
const patienceMs = 120_000;
vi.setConfig({ testTimeout: patienceMs });
beforeAll(async () => {
  field = await startContenders({ pinned: false });
}, patienceMs);
afterAll(() => field?.close());

test('every contender returns the same bodies, and the gateway does all of its work', async () => {
  const names = field.contenders.map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(['gateway', 'bare', 'express']));
  for (const contender of field.contenders) await checkContender(field, contender, await cookiesFor(contender));
});

test('a refresh storm refreshes every session once and answers every request', async () => {
  const gateway = field.contenders.find(({ isGateway }) => isGateway) as Contender;
  const storms = await measureStorms([gateway], field.upstreamOrigin, { sessions: 30, rounds: 2 });
  for (const { calm, storm } of storms) {
    expect(calm).toMatchObject({ refreshes: 0, statuses: new Map([[200, 60]]) });
    expect(storm).toMatchObject({ refreshes: 30, statuses: new Map([[200, 60]]) });
  }
});

test('a contender that changes a body or skips work is not measured', async () => {
  const bare = field.contenders.find(({ name }) => name === 'bare') as Contender;
  const posing: Contender = { ...bare, name: 'gateway', isGateway: true };
  await expect(checkContender(field, posing, await cookiesFor(bare))).rejects.toThrow('is sent');
});

test('the CPU time of a process is the one that the system reports', async () => {
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
  const budget = { row: 'get', contender: 'gateway', measure: '× bare', is: 'at least', limit: 1.3 } as const;
  const verdictOn = (value: number) =>
    judge([budget], [{ row: 'get', contender: 'gateway', measure: '× bare', value }]);
  expect(verdictOn(1.3)).toMatchObject([{ kept: true, value: 1.3 }]);
  expect(verdictOn(1.29)).toMatchObject([{ kept: false }]);
  expect(verdictOn(Number.NaN)).toMatchObject([{ kept: false }]);
  expect(judge([budget], [{ row: 'get', contender: 'gateway', measure: 'RSS MB', value: 1 }])).toMatchObject([
    { kept: true, value: null },
  ]);
  expect(judge([budget], [])).toEqual([]);
});
