import { Pool } from 'undici';
import type { Effort, Visit } from './compare.ts';
import type { Finding } from './findings.ts';
import { paths, requestHeaders } from './shape.ts';
import { median, withSpread } from './statistics.ts';

const perSecond = 2_000;

/**
 * The median time of an answer at a steady rate, over that of the upstream itself, in interleaved rounds. A disturbed round,
 * in which the rate could not be kept up, tells of the machine alone and is left out. Prints a table.
 */
export async function compareLatency(
  row: string,
  visits: readonly Visit[],
  upstreamOrigin: string,
  { rounds, seconds }: Effort,
): Promise<Finding[]> {
  const added = visits.map((): number[] => []);
  const disturbed = visits.map(() => 0);
  // Until the code is compiled.
  for (const { contender, cookie } of visits) await measureSteadily(contender.origin, cookie, seconds);
  for (let round = 0; round < rounds; round += 1) {
    const direct = await measureSteadily(upstreamOrigin, '', seconds);
    for (const [index, { contender, cookie }] of visits.entries()) {
      const through = await measureSteadily(contender.origin, cookie, seconds);
      if (direct.late || through.late) disturbed[index] = (disturbed[index] ?? 0) + 1;
      else added[index]?.push(through.medianMs - direct.medianMs);
    }
  }
  const names = visits.map(({ contender }) => contender.name);
  const bare = added[names.indexOf('bare')];
  console.table(
    names.map((contender, index) => ({
      contender,
      'added ms': withSpread(added[index] ?? [], 3),
      '÷ bare': bare ? (median(added[index] ?? []) / median(bare)).toFixed(2) : '-',
      disturbed: `${disturbed[index]} of ${rounds}`,
    })),
  );
  return names.map((contender, index) => ({ row, contender, measure: 'added ms', value: median(added[index] ?? []) }));
}

interface Steady {
  readonly medianMs: number;
  /** The rate could not be kept up. */
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
