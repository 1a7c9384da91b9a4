import { expect, onTestFinished, test } from 'vitest';
import { calls } from '#shared/calls.ts';
import { hashToken } from '../../../gateway/session/token-keys.ts';
import { FaultyTcpProxy } from '../../replicas/faulty-tcp-proxy.ts';
import { createGate } from '../../support/gate.ts';
import { startGateway } from '../../support/gateway.ts';
import { startRedis } from '../../support/redis.ts';
import { cookiesOf, startRotatingUpstream } from '../../support/rotating-upstream.ts';
import { sendAndDisconnect } from '../../support/send-request.ts';

test('a shutdown waits until the end of a deleted account’s session is recorded, even if its client has left', async () => {
  const [upstream, redis] = await Promise.all([startRotatingUpstream(), startRedis()]);
  const slowRedis = new FaultyTcpProxy(Number(new URL(redis.url).port));
  await slowRedis.open();
  const env = { REDIS_URL: `redis://127.0.0.1:${slowRedis.port}`, COOKIE_KEYS: '' };
  const gateway = await startGateway(upstream.origin, env);
  onTestFinished(async () => {
    await gateway.close();
    await slowRedis.cut();
    await Promise.all([upstream.close(), redis.close()]);
  });
  const countReads = async () => {
    const statistics = await redis.client.info('commandstats');
    return Number(/cmdstat_mget:calls=(\d+)/.exec(statistics)?.[1] ?? 0);
  };
  slowRedis.delayMs = 200;
  const before = await countReads();
  const pair = upstream.issue();
  const left = createGate();
  const deletion = { method: 'POST', cookie: cookiesOf(pair), body: {} };
  const sent = sendAndDisconnect(gateway.origin, calls.deleteAccount.path, deletion, left.pass());
  await expect.poll(countReads, { message: 'the gateway has begun', interval: 10 }).toBeGreaterThan(before);
  left.open();
  await sent;
  await gateway.close();
  expect(await redis.client.keys('*')).toContainEqual(expect.stringContaining(`ended:${hashToken(pair.refresh)}`));
});
