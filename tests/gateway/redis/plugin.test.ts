import { createServer } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { startRedis, type TestRedis } from '../../support/redis.ts';
import { freePorts } from '../../support/stack.ts';
import { buildGuardedApp } from '../policy/guarded-app.ts';

test('closing the server closes its connection to Redis', async () => {
  const redis = await startRedis();
  const connections = async () => (await redis.client.info('clients')).match(/connected_clients:(\d+)/)?.[1];
  try {
    const { app } = await buildGuardedApp({ env: { REDIS_URL: redis.url } });
    await app.ready();
    expect(await connections()).toBe('2');
    await app.close();
    await expect.poll(connections).toBe('1');
  } finally {
    await redis.close();
  }
});

/** A gateway that uses the server, and the lines of its log. Both are closed after the test. */
async function logOf(redis: TestRedis, url = redis.url) {
  const lines: string[] = [];
  const { app } = await buildGuardedApp({ env: { REDIS_URL: url }, log: { write: (line) => void lines.push(line) } });
  onTestFinished(async () => {
    await app.close();
    await redis.close();
  });
  await app.ready();
  return { app, lines };
}

/** With the password `sesame`, which the server does not accept. */
const logWithPassword = (redis: TestRedis, scheme: string) =>
  logOf(redis, `${scheme}://:sesame@${new URL(redis.url).host}`);

test.each(['redis', 'redis+cluster'])(
  'a password that %s rejects causes one line in the log, without the password',
  async (scheme) => {
    const redis = await startRedis();
    await redis.client.config('SET', 'requirepass', 'right');
    const { app, lines } = await logWithPassword(redis, scheme);
    await app.redis?.ping();
    // It tries again several times.
    await pause(500);
    expect(lines.filter((line) => line.includes('Redis'))).toEqual([
      expect.stringMatching(/"reason":"WRONGPASS .*"msg":"Redis failed"/),
    ]);
    expect(lines.join()).not.toContain('sesame');
  },
);

test.each([
  ['is read-only', ['--replicaof', '127.0.0.1', '1', '--replica-serve-stale-data', 'yes'], 'READONLY '],
  ['has no memory left', ['--maxmemory', '1'], 'OOM '],
])('a server that %s causes one line in the log', async (_, options, reason) => {
  const redis = await startRedis(undefined, options);
  const { app, lines } = await logOf(redis);
  for (const key of ['first', 'second']) expect(await app.redis?.set(key, 'secret value', 1_000)).toBe(false);
  expect(lines.filter((line) => line.includes('Redis'))).toEqual([
    expect.stringMatching(new RegExp(`"level":"warn".*"reason":"${reason}.*"msg":"Redis failed"`)),
  ]);
  expect(lines.join()).not.toContain('secret value');
});

test('a server that does not respond causes one line in the log', async () => {
  const redis = await startRedis();
  const { app, lines } = await logOf(redis);
  await redis.client.call('CLIENT', 'PAUSE', '2000', 'ALL');
  expect(await app.redis?.ping()).toBe(false);
  expect(lines.filter((line) => line.includes('Redis'))).toEqual([
    expect.stringContaining('"reason":"no response within 750 ms","msg":"Redis failed"'),
  ]);
});

test('the log says why a connection was lost, not that a command could not be sent', async () => {
  const redis = await startRedis();
  const { app, lines } = await logOf(redis);
  await redis.kill();
  await expect.poll(() => app.redis?.ping()).toBe(false);
  const reasons = () => lines.flatMap((line) => /"reason":"([^"]*)"/.exec(line)?.[1] ?? []);
  await expect.poll(reasons).toEqual([expect.stringContaining('ECONNREFUSED')]);
});

test('the log does not repeat what a server quotes of a command', async () => {
  const redis = await startRedis(undefined, ['--rename-command', 'HELLO', '', '--rename-command', 'AUTH', '']);
  const { lines } = await logWithPassword(redis, 'redis');
  await expect.poll(() => lines.join()).toMatch(/"reason":"ERR unknown command '\w+'","msg":"Redis failed"/);
  expect(lines.join()).not.toContain('sesame');
});

test.each([
  ['refuse connections', false],
  ['never respond', true],
])('the server starts and closes while its Sentinels %s', async (_, listens) => {
  const [port = 0] = await freePorts(1);
  if (listens) {
    const silent = createServer((socket) => void socket.on('error', () => undefined).resume()).listen(
      port,
      '127.0.0.1',
    );
    onTestFinished(() => void silent.close());
  }
  const began = performance.now();
  const { app } = await buildGuardedApp({ env: { REDIS_URL: `redis+sentinel://127.0.0.1:${port}/main` } });
  await app.ready();
  await app.close();
  expect(performance.now() - began).toBeLessThan(4_000);
});
