import { createServer } from 'node:net';
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
