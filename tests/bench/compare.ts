import { readCpuMicroseconds, readMemoryMegabytes } from './cpu-time.ts';
import type { Finding } from './findings.ts';
import type { Load, LoadOptions } from './load.ts';
import { requestHeaders, type Shape } from './shape.ts';
import { median, ratios, withSpread } from './statistics.ts';
import { type Target, type TargetName, targetNames } from './targets.ts';

export interface TargetRequest {
  readonly target: Target;
  readonly cookie: string;
}

export interface BenchmarkOptions {
  readonly rounds: number;
  /** Duration of each measurement. */
  readonly seconds: number;
}

/** One target in one round. */
interface Measurement {
  readonly requests: number;
  readonly microseconds: number;
  readonly perSecond: number;
  readonly megabytes: number;
  readonly errors: number;
  /** There were errors, or the core was busy with other processes. */
  readonly disturbed: boolean;
}

type MeasureLoad = (options: LoadOptions) => Promise<Load>;

/** All rounds of each target, in order. */
export type Measurements = Map<TargetName, Measurement[]>;

/**
 * Measures CPU time per request, in interleaved rounds. Each measurement is one uninterrupted run, because short runs
 * would repeat GC and reconnect costs. Adds the results to `measured`.
 */
export async function measureCpuTime(
  measured: Measurements,
  shape: Shape,
  requests: readonly TargetRequest[],
  { rounds, seconds }: BenchmarkOptions,
  load: MeasureLoad,
): Promise<void> {
  for (const targetRequest of requests) await warmUp(targetRequest, shape, load);
  for (let round = 0; round < rounds; round += 1) {
    for (const targetRequest of inRandomOrder(requests)) {
      // The first second after an idle period is not measured.
      await measure(targetRequest, shape, 1, load);
      const { name } = targetRequest.target;
      measured.set(name, [...(measured.get(name) ?? []), await measure(targetRequest, shape, seconds, load)]);
    }
  }
}

const inRandomOrder = <Item>(items: readonly Item[]): Item[] =>
  items
    .map((item) => ({ item, at: Math.random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ item }) => item);

/** Compares the measurements of one row as ratios within their rounds. Prints a table. */
export function compareCpuTime(row: string, measured: Measurements): Finding[] {
  const names = [...measured.keys()].sort((a, b) => targetNames.indexOf(a) - targetNames.indexOf(b));
  const columnOf = (name: TargetName, column: 'microseconds' | 'perSecond' | 'megabytes' | 'errors') =>
    (measured.get(name) ?? []).map((measurement) => measurement[column]);
  const ratiosTo = (reference: TargetName, name: TargetName) =>
    measured.has(reference) ? ratios(columnOf(reference, 'microseconds'), columnOf(name, 'microseconds')) : [];

  const references = (['bare', 'nginx', 'gateway'] as const).filter((name) => measured.has(name));
  console.table(
    names.map((name) => {
      const list = measured.get(name) ?? [];
      return {
        target: name,
        'CPU µs': median(columnOf(name, 'microseconds')).toFixed(1),
        ...Object.fromEntries(references.map((reference) => [`× ${reference}`, withSpread(ratiosTo(reference, name))])),
        'per second': Math.round(median(columnOf(name, 'perSecond'))),
        'RSS MB': Math.round(Math.max(...columnOf(name, 'megabytes'))),
        disturbed: `${list.filter(({ disturbed }) => disturbed).length} of ${list.length}`,
      };
    }),
  );
  return names.flatMap((target): Finding[] => {
    return [
      ...references
        .filter((reference) => reference !== 'gateway' || target !== 'gateway')
        .map((reference) => ({
          row,
          target,
          measure: `× ${reference}` as const,
          value: median(ratiosTo(reference, target)),
        })),
      { row, target, measure: 'RSS MB', value: Math.max(...columnOf(target, 'megabytes')) },
      { row, target, measure: 'errors', value: columnOf(target, 'errors').reduce((sum, each) => sum + each, 0) },
    ];
  });
}

/** Sends requests until the code is compiled, for ten seconds at most. */
async function warmUp(targetRequest: TargetRequest, shape: Shape, load: MeasureLoad): Promise<void> {
  let requests = 0;
  for (let turn = 0; turn < 5 && requests < 100_000; turn += 1) {
    requests += (await measure(targetRequest, shape, 2, load)).requests;
  }
}

async function measure(
  { target: { pid, origin }, cookie }: TargetRequest,
  shape: Shape,
  duration: number,
  load: MeasureLoad,
): Promise<Measurement> {
  const before = await readCpuMicroseconds(pid);
  const { headersFor = requestHeaders } = shape;
  const headers = { ...headersFor(cookie), ...(shape.body !== null && { 'content-type': 'application/json' }) };
  const { requests, seconds, errors } = await load({ ...shape, origin, headers, seconds: duration });
  const used = (await readCpuMicroseconds(pid)) - before;
  return {
    requests,
    microseconds: used / requests,
    perSecond: requests / seconds,
    megabytes: await readMemoryMegabytes(pid),
    errors,
    disturbed: errors > 0 || used / (seconds * 1e6) < 0.9,
  };
}
