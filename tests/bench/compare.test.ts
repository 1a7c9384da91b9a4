import { expect, test, vi } from 'vitest';
import { compareCpuTime, type Measurements, measureCpuTime, type TargetRequest } from './compare.ts';
import type { Finding } from './findings.ts';
import type { LoadOptions } from './load.ts';
import { type Shape, shapes } from './shape.ts';
import type { Target, TargetName } from './targets.ts';

const shape = shapes.production as Shape;

/** This process as a target, whose CPU time is known. */
function requestHere(name: TargetName): TargetRequest {
  const target: Target = { name, origin: `http://${name}`, pid: process.pid, isGateway: false };
  return { target, cookie: `of=${name}` };
}

/** Uses 100 or 50 µs of CPU time for each request, and reports a duration of one second. */
function loadOf(requests: number, log: string[]) {
  return async ({ origin, seconds }: LoadOptions) => {
    const name = origin.slice('http://'.length);
    log.push(`${name} ${seconds}`);
    const before = process.cpuUsage();
    const microseconds = requests * (name === 'bare' ? 100 : 50);
    const used = ({ user, system }: NodeJS.CpuUsage) => user + system;
    while (used(process.cpuUsage(before)) < microseconds) Math.sqrt(Math.random());
    return { requests, seconds: 1, errors: name === 'bare' ? 0 : 3 };
  };
}

test('each target is warmed up, then measured once per round after a lead-in', async () => {
  const measured: Measurements = new Map();
  const log: string[] = [];
  await measureCpuTime(measured, shape, [requestHere('bare')], { rounds: 2, seconds: 5 }, loadOf(100, log));
  expect(log).toEqual([...Array(5).fill('bare 2'), ...Array(2).fill(['bare 1', 'bare 5']).flat()]);
  await measureCpuTime(measured, shape, [requestHere('bare')], { rounds: 1, seconds: 5 }, loadOf(100, log));
  expect(measured.get('bare')).toHaveLength(3);
});

test('the CPU time of a request is the CPU time of the process divided by the number of responses', async () => {
  const measured: Measurements = new Map();
  const requests = [requestHere('bare'), requestHere('gateway')];
  await measureCpuTime(measured, shape, requests, { rounds: 3, seconds: 5 }, loadOf(400, []));
  for (const { requests, microseconds, perSecond, errors, disturbed } of measured.get('gateway') ?? []) {
    expect({ requests, perSecond, errors, disturbed }).toEqual({
      requests: 400,
      perSecond: 400,
      errors: 3,
      disturbed: true,
    });
    expect(microseconds).toBeGreaterThan(45);
  }
  vi.spyOn(console, 'table').mockReturnValue();
  const findings = compareCpuTime('row', measured);
  const found = (target: TargetName, measure: Finding['measure']) =>
    findings.find((finding) => finding.target === target && finding.measure === measure)?.value;
  expect(found('gateway', 'errors')).toBe(9);
  expect(found('bare', '× bare')).toBe(1);
  // Half the CPU time for as many requests; the harness itself uses some.
  expect(found('gateway', '× bare')).toBeGreaterThan(1.3);
  expect(found('gateway', '× bare')).toBeLessThan(2.5);
  expect(found('gateway', '× nginx')).toBeUndefined();
});

test('a row reports medians of ratios within a round, the largest memory and the sum of the errors', () => {
  const of = (microseconds: number, megabytes: number, errors = 0) => ({
    requests: 1,
    microseconds,
    perSecond: 1,
    megabytes,
    errors,
    disturbed: errors > 0,
  });
  vi.spyOn(console, 'table').mockReturnValue();
  const findings = compareCpuTime(
    'row',
    new Map([
      ['nginx', [of(10, 5), of(20, 5), of(10, 5)]],
      ['bare', [of(60, 90), of(60, 80), of(50, 80)]],
      ['gateway', [of(30, 70), of(60, 75, 2), of(40, 72, 1)]],
    ]),
  );
  const row = 'row';
  expect(findings.filter(({ target }) => target === 'gateway')).toEqual([
    { row, target: 'gateway', measure: '× bare', value: 1.25 },
    { row, target: 'gateway', measure: '× nginx', value: 1 / 3 },
    { row, target: 'gateway', measure: 'RSS MB', value: 75 },
    { row, target: 'gateway', measure: 'errors', value: 3 },
  ]);
});
