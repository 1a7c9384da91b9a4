import { Pool } from 'undici';
import type { BenchmarkOptions, TargetRequest } from './compare.ts';
import type { Finding } from './findings.ts';
import { paths, requestHeaders } from './shape.ts';
import { median, withSpread } from './statistics.ts';

const perSecond = 2_000;

/**
 * The median response time at a steady rate minus that of the upstream itself, in interleaved rounds. Rounds that
 * could not keep up the rate measure only the machine and are skipped. Prints a table.
 */
export async function compareLatency(
  row: string,
  requests: readonly TargetRequest[],
  upstreamOrigin: string,
  { rounds, seconds }: BenchmarkOptions,
): Promise<Finding[]> {
  const added = requests.map((): number[] => []);
  const disturbed = requests.map(() => 0);
  // Warms up until the code is compiled.
  for (const { target, cookie } of requests) await measureSteadily(target.origin, cookie, seconds);
  for (let round = 0; round < rounds; round += 1) {
    const direct = await measureSteadily(upstreamOrigin, '', seconds);
    for (const [index, { target, cookie }] of requests.entries()) {
      const through = await measureSteadily(target.origin, cookie, seconds);
      if (direct.late || through.late) disturbed[index] = (disturbed[index] ?? 0) + 1;
      else added[index]?.push(through.medianMs - direct.medianMs);
    }
  }
  const names = requests.map(({ target }) => target.name);
  const bare = added[names.indexOf('bare')];
  console.table(
    names.map((target, index) => ({
      target,
      'added ms': withSpread(added[index] ?? [], 3),
      '÷ bare': bare ? (median(added[index] ?? []) / median(bare)).toFixed(2) : '-',
      disturbed: `${disturbed[index]} of ${rounds}`,
    })),
  );
  return names.map((target, index) => ({ row, target, measure: 'added ms', value: median(added[index] ?? []) }));
}

interface Steady {
  readonly medianMs: number;
  /** Whether the rate could not be kept up. */
  readonly late: boolean;
}

async function measureSteadily(origin: string, cookie: string, seconds: number): Promise<Steady> {
  const pool = new Pool(origin, { connections: 64, pipelining: 1 });
  const headers = requestHeaders(cookie);
  const times: number[] = [];
  const running = new Set<Promise<void>>();
  const begin = performance.now();
  let sent = 0;
  const send = async () => {
    const started = performance.now();
    const { body } = await pool.request({ path: paths.small, method: 'GET', headers });
    await body.dump();
    times.push(performance.now() - started);
  };
  while (sent < perSecond * seconds) {
    const due = Math.floor(((performance.now() - begin) / 1000) * perSecond);
    for (; sent < due; sent += 1) {
      const one: Promise<void> = send().finally(() => running.delete(one));
      running.add(one);
    }
    await new Promise((resolve) => setImmediate(resolve));
  }
  await Promise.all(running);
  const late = performance.now() - begin > seconds * 1_050;
  await pool.close();
  return { medianMs: median(times), late };
}
