import { expect, test } from 'vitest';
import { startRedis } from '../../support/redis.ts';
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
