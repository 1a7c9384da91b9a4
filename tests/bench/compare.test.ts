import { expect, test, vi } from 'vitest';
import { compareCpuTime, type Measurements, measureCpuTime, type Visit } from './compare.ts';
import type { Contender, ContenderName } from './contenders.ts';
import type { Finding } from './findings.ts';
import type { LoadOptions } from './load.ts';
import { type Shape, shapes } from './shape.ts';

const shape = shapes.production as Shape;

/** This process as a contender: what it takes is known. */
function visitHere(name: ContenderName): Visit {
  const contender: Contender = { name, origin: `http://${name}`, pid: process.pid, isGateway: false };
  return { contender, cookie: `of=${name}` };
}

/** Takes 100 µs of CPU time for each request, or half of that; says that it took a second. */
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

test('everybody is warmed up, then led in and measured once in each round', async () => {
  const measured: Measurements = new Map();
  const log: string[] = [];
  await measureCpuTime(measured, shape, [visitHere('bare')], { rounds: 2, seconds: 5 }, loadOf(100, log));
  expect(log).toEqual([...Array(5).fill('bare 2'), ...Array(2).fill(['bare 1', 'bare 5']).flat()]);
  await measureCpuTime(measured, shape, [visitHere('bare')], { rounds: 1, seconds: 5 }, loadOf(100, log));
  expect(measured.get('bare')).toHaveLength(3);
});

test('the CPU time of a request is what the process took, over the requests that were answered', async () => {
  const measured: Measurements = new Map();
  const visits = [visitHere('bare'), visitHere('gateway')];
  await measureCpuTime(measured, shape, visits, { rounds: 3, seconds: 5 }, loadOf(400, []));
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
  const found = (contender: ContenderName, measure: Finding['measure']) =>
    findings.find((finding) => finding.contender === contender && finding.measure === measure)?.value;
  expect(found('gateway', 'errors')).toBe(9);
  expect(found('bare', '× bare')).toBe(1);
  // Half as much for each of as many; the harness itself takes some.
  expect(found('gateway', '× bare')).toBeGreaterThan(1.3);
  expect(found('gateway', '× bare')).toBeLessThan(2.5);
  expect(found('gateway', '× nginx')).toBeUndefined();
});

test('what is found of a row: medians of ratios within a round, the largest memory, the sum of the errors', () => {
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
  expect(findings.filter(({ contender }) => contender === 'gateway')).toEqual([
    { row, contender: 'gateway', measure: '× bare', value: 1.25 },
    { row, contender: 'gateway', measure: '× nginx', value: 1 / 3 },
    { row, contender: 'gateway', measure: 'RSS MB', value: 75 },
    { row, contender: 'gateway', measure: 'errors', value: 3 },
  ]);
});
