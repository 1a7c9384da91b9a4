import { type Contender, type ContenderName, contenderNames } from './contenders.ts';
import { readCpuMicroseconds, readMemoryMegabytes } from './cpu-time.ts';
import type { Finding } from './findings.ts';
import type { Load, LoadOptions } from './load.ts';
import { requestHeaders, type Shape } from './shape.ts';
import { median, ratios, withSpread } from './statistics.ts';

export interface Visit {
  readonly contender: Contender;
  readonly cookie: string;
}

export interface Effort {
  readonly rounds: number;
  /** Of each contender in each round. */
  readonly seconds: number;
}

/** Of one contender in one round. */
interface Measurement {
  readonly requests: number;
  readonly microseconds: number;
  readonly perSecond: number;
  readonly megabytes: number;
  readonly errors: number;
  /** Errors, or a core that was busy with something else. */
  readonly disturbed: boolean;
}

type MeasureLoad = (options: LoadOptions) => Promise<Load>;

/** Of each contender all rounds, in the order in which they were run. */
export type Measurements = Map<ContenderName, Measurement[]>;

/**
 * CPU time per request of everybody under the same load, in interleaved rounds of random order, added to `measured`. In one
 * piece: cut into short turns, whoever collects or connects anew after each idle time would pay for it again and again.
 */
export async function measureCpuTime(
  measured: Measurements,
  shape: Shape,
  visits: readonly Visit[],
  { rounds, seconds }: Effort,
  load: MeasureLoad,
): Promise<void> {
  for (const visit of visits) await warmUp(visit, shape, load);
  for (let round = 0; round < rounds; round += 1) {
    for (const visit of inRandomOrder(visits)) {
      // What it does first after it was idle is not measured.
      await measure(visit, shape, 1, load);
      const { name } = visit.contender;
      measured.set(name, [...(measured.get(name) ?? []), await measure(visit, shape, seconds, load)]);
    }
  }
}

const inRandomOrder = <Item>(items: readonly Item[]): Item[] =>
  items
    .map((item) => ({ item, at: Math.random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ item }) => item);

/** What was measured in one row, each as a ratio within its round. Prints a table. */
export function compareCpuTime(row: string, measured: Measurements): Finding[] {
  const names = [...measured.keys()].sort((a, b) => contenderNames.indexOf(a) - contenderNames.indexOf(b));
  const columnOf = (name: ContenderName, column: 'microseconds' | 'perSecond' | 'megabytes' | 'errors') =>
    (measured.get(name) ?? []).map((measurement) => measurement[column]);
  const ratiosTo = (reference: ContenderName, name: ContenderName) =>
    measured.has(reference) ? ratios(columnOf(reference, 'microseconds'), columnOf(name, 'microseconds')) : [];

  const references = (['bare', 'nginx', 'gateway'] as const).filter((name) => measured.has(name));
  console.table(
    names.map((name) => {
      const list = measured.get(name) ?? [];
      return {
        contender: name,
        'CPU µs': median(columnOf(name, 'microseconds')).toFixed(1),
        ...Object.fromEntries(references.map((reference) => [`× ${reference}`, withSpread(ratiosTo(reference, name))])),
        'per second': Math.round(median(columnOf(name, 'perSecond'))),
        'RSS MB': Math.round(Math.max(...columnOf(name, 'megabytes'))),
        disturbed: `${list.filter(({ disturbed }) => disturbed).length} of ${list.length}`,
      };
    }),
  );
  return names.flatMap((contender): Finding[] => {
    return [
      ...references
        .filter((reference) => reference !== 'gateway' || contender !== 'gateway')
        .map((reference) => ({
          row,
          contender,
          measure: `× ${reference}` as const,
          value: median(ratiosTo(reference, contender)),
        })),
      { row, contender, measure: 'RSS MB', value: Math.max(...columnOf(contender, 'megabytes')) },
      { row, contender, measure: 'errors', value: columnOf(contender, 'errors').reduce((sum, each) => sum + each, 0) },
    ];
  });
}

/** Until the code is compiled, which takes requests rather than time; for ten seconds at most. */
async function warmUp(visit: Visit, shape: Shape, load: MeasureLoad): Promise<void> {
  let requests = 0;
  for (let turn = 0; turn < 5 && requests < 100_000; turn += 1) {
    requests += (await measure(visit, shape, 2, load)).requests;
  }
}

async function measure(
  { contender: { pid, origin }, cookie }: Visit,
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
