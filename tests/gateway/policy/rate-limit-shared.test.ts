import request from 'supertest';
import { afterEach, expect, test } from 'vitest';
import { calls } from '../../../shared/calls.ts';
import { startGateway, type TestGateway } from '../../support/gateway.ts';
import { startRedis, type TestRedis } from '../../support/redis.ts';
import { startUpstream, type TestUpstream } from '../../support/upstream.ts';

const { path } = calls.visitorCountry;
let upstream: TestUpstream;
let redis: TestRedis;
let replicas: TestGateway[];

async function start(env: Readonly<Record<string, string>>): Promise<void> {
  upstream = await startUpstream();
  redis = await startRedis();
  const shared = { REDIS_URL: redis.url, ...env };
  replicas = await Promise.all([startGateway(upstream.origin, shared), startGateway(upstream.origin, shared)]);
}

afterEach(async () => {
  for (const replica of replicas) await replica.app.close();
  await redis.close();
  await upstream.close();
});

const statusAt = async (index: number) => (await request(replicas[index]?.origin ?? '').get(path)).status;

test('replicas share one count', async () => {
  await start({ RATE_LIMIT_PER_MINUTE: '4' });
  const statuses = [];
  for (const index of [0, 1, 0, 1, 0, 1]) statuses.push(await statusAt(index));
  expect(statuses).toEqual([200, 200, 200, 200, 429, 429]);
});

test('replicas share the count of codes for an e-mail, and Redis stores neither e-mail nor address', async () => {
  await start({ RATE_LIMIT_CODES_PER_EMAIL: '2', RATE_LIMIT_SIGN_IN_PER_MINUTE: '50' });
  const requestCode = async (index: number) => {
    const origin = replicas[index]?.origin ?? '';
    const body = { email: 'anna@example.com' };
    return (await request(origin).post(calls.requestOneTimeCode.path).set('Origin', origin).send(body)).status;
  };
  expect([await requestCode(0), await requestCode(1), await requestCode(0)]).toEqual([200, 200, 429]);
  const keys = await redis.client.keys('*');
  expect(keys).toHaveLength(2);
  expect(keys.join()).not.toMatch(/anna|127\.0\.0\.1|::1/);
  for (const key of keys) expect(await redis.client.pttl(key)).toBeGreaterThan(0);
});

test.each([
  ['down', () => redis.kill()],
  ['slow', async () => redis.freeze()],
] as const)('with Redis %s, each replica counts alone and no request fails', async (_, stop) => {
  await start({ RATE_LIMIT_PER_MINUTE: '2' });
  await stop();
  const statuses = [];
  for (const index of [0, 0, 0, 1, 1, 1]) statuses.push(await statusAt(index));
  expect(statuses).toEqual([200, 200, 429, 200, 200, 429]);
  redis.thaw();
});
