import { createServer } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { startRedis } from '../../support/redis.ts';
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

test('a wrong password is named in the log, once however often the login fails, and without the password', async () => {
  const redis = await startRedis();
  onTestFinished(() => redis.close());
  await redis.client.config('SET', 'requirepass', 'right');
  const lines: string[] = [];
  const log = { write: (line: string) => void lines.push(line) };
  const { app } = await buildGuardedApp({ env: { REDIS_URL: redis.url.replace('//', '//:sesame@') }, log });
  onTestFinished(() => app.close());
  await app.ready();
  await app.redis?.ping();
  await pause(500);
  expect(lines.filter((line) => line.includes('Redis'))).toEqual([
    expect.stringMatching(/"reason":"WRONGPASS .*"msg":"Redis failed"/),
  ]);
  expect(lines.join()).not.toContain('sesame');
});

test('the log does not repeat what a server quotes of a command', async () => {
  const redis = await startRedis(undefined, ['--rename-command', 'HELLO', '', '--rename-command', 'AUTH', '']);
  onTestFinished(() => redis.close());
  const lines: string[] = [];
  const log = { write: (line: string) => void lines.push(line) };
  const { app } = await buildGuardedApp({ env: { REDIS_URL: redis.url.replace('//', '//:sesame@') }, log });
  onTestFinished(() => app.close());
  await app.ready();
  await expect.poll(() => lines.join()).toMatch(/"reason":"ERR unknown command [^"]*","msg":"Redis failed"/);
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
