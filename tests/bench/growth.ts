import { startRedis, type TestRedis } from '../support/redis.ts';
import { cookiesFor } from './checks.ts';
import { readCpuMicroseconds, readMemoryMegabytes } from './cpu-time.ts';
import type { Finding } from './findings.ts';
import type { Load, LoadOptions } from './load.ts';
import { requestHeaders, type Shape, shapes } from './shape.ts';
import { median } from './statistics.ts';
import { measureStorms } from './storm.ts';
import type { Target, Targets } from './targets.ts';

export const growthSessions = 2_000;
const calm = shapes.production as Shape;

/** The cost of a request, a refresh and a session with one and two gateways and their Redis. Prints a table. */
export async function compareGrowth(
  row: string,
  targets: Targets,
  load: (options: LoadOptions) => Promise<Load>,
  seconds: number,
): Promise<Finding[]> {
  const storms = [];
  for (const count of [1, 2]) {
    const redis = await startRedis();
    try {
      const replicas = await Promise.all(
        Array.from({ length: count }, () => targets.startGateway({ REDIS_URL: redis.url })),
      );
      const requests = await measureRequests(replicas, redis, load, seconds);
      const storm = await measureStorm(replicas, redis, targets.upstreamOrigin);
      console.table({ replicas: count, ...requests, ...storm.figures });
      storms.push(storm);
    } finally {
      await redis.close();
    }
  }
  const target = 'gateway';
  // The first deviation, if there is one.
  const refreshes = storms.map((storm) => storm.refreshes).find((each) => each !== growthSessions) ?? growthSessions;
  return [
    { row, target, measure: 'refreshes', value: refreshes },
    { row, target, measure: 'not 200', value: Math.max(...storms.map(({ failed }) => failed)) },
  ];
}

/** The same load on each replica at the same time. */
async function measureRequests(
  replicas: readonly Target[],
  redis: TestRedis,
  load: (options: LoadOptions) => Promise<Load>,
  seconds: number,
) {
  const run = async (duration: number) => {
    const loads = await Promise.all(
      replicas.map(async (replica) => {
        const headers = requestHeaders(await cookiesFor(replica));
        const connections = calm.connections / replicas.length;
        return load({ ...calm, connections, origin: replica.origin, headers, seconds: duration });
      }),
    );
    return loads.reduce((sum, { requests }) => sum + requests, 0);
  };
  // Warms up until the code is compiled.
  for (let turn = 0; turn < 3; turn += 1) await run(2);
  const before = await readUsage(replicas, redis);
  const requests = await run(seconds);
  const after = await readUsage(replicas, redis);
  const microseconds = (after.gatewayMicroseconds - before.gatewayMicroseconds) / requests;
  return {
    'CPU µs for a request': round(microseconds, 1),
    'requests for a second of CPU time': Math.round(1e6 / microseconds),
    'Redis commands for 1000 requests': round(((after.redisCommands - before.redisCommands) / requests) * 1_000, 2),
  };
}

async function measureStorm(replicas: readonly Target[], redis: TestRedis, upstreamOrigin: string) {
  // The first storm compiles the code; its keys expire only minutes later.
  await measureStorms(replicas, upstreamOrigin, { sessions: growthSessions / 5, rounds: 1 });
  await redis.client.flushall();
  const before = await readUsage(replicas, redis);
  const [storm] = await measureStorms(replicas, upstreamOrigin, { sessions: growthSessions, rounds: 1 });
  const after = await readUsage(replicas, redis);
  if (!storm) throw new Error('No storm');
  const refreshMicroseconds = (storm.storm.cpuMicroseconds - storm.calm.cpuMicroseconds) / growthSessions;
  const stormMicroseconds = storm.storm.cpuMicroseconds / growthSessions;
  const perSession = (figure: 'redisCommands' | 'redisMicroseconds' | 'redisKeys' | 'redisBytes') =>
    (after[figure] - before[figure]) / growthSessions;
  const succeeded = storm.storm.statuses.get(200) ?? 0;
  return {
    refreshes: storm.storm.refreshes,
    failed: [...storm.storm.statuses.values()].reduce((sum, each) => sum + each, 0) - succeeded,
    figures: {
      'CPU µs for a refresh, without its requests': Math.round(refreshMicroseconds),
      'CPU µs for an expired session with two requests': Math.round(stormMicroseconds),
      'expired sessions for a second of CPU time': Math.round(1e6 / stormMicroseconds),
      'Redis commands for a sign-in and a refresh': round(perSession('redisCommands'), 1),
      'Redis CPU µs for a sign-in and a refresh': Math.round(perSession('redisMicroseconds')),
      'Redis keys of a session': round(perSession('redisKeys'), 1),
      'Redis bytes of a session': Math.round(perSession('redisBytes')),
      'Redis bytes by key': await describeKeys(redis),
      'RSS MB after the storm': Math.round(
        Math.max(...(await Promise.all(replicas.map(({ pid }) => readMemoryMegabytes(pid))))),
      ),
    },
  };
}

/** How many keys of each kind there are, and the bytes of one, without the server's index of expiry times. */
async function describeKeys({ client }: TestRedis): Promise<string> {
  const sizes = new Map<string, number[]>();
  for (const key of await client.keys('*')) {
    const kind = key.split(':')[1] ?? key;
    const size = Number(await client.memory('USAGE', key, 'SAMPLES', 0));
    sizes.set(kind, [...(sizes.get(kind) ?? []), size]);
  }
  return [...sizes].map(([kind, list]) => `${kind} ${list.length} × ${median(list)}`).join(', ');
}

async function readUsage(replicas: readonly Target[], { client }: TestRedis) {
  const times = await Promise.all(replicas.map(({ pid }) => readCpuMicroseconds(pid)));
  const info = await client.info();
  const read = (name: string) => Number(new RegExp(`^${name}:([\\d.]+)`, 'm').exec(info)?.[1] ?? Number.NaN);
  return {
    gatewayMicroseconds: times.reduce((sum, time) => sum + time, 0),
    redisCommands: read('total_commands_processed'),
    redisMicroseconds: (read('used_cpu_user') + read('used_cpu_sys')) * 1e6,
    redisBytes: read('used_memory'),
    redisKeys: await client.dbsize(),
  };
}

const round = (value: number, digits: number): number => Number(value.toFixed(digits));
