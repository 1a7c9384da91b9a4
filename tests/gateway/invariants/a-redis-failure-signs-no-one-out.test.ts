import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { calls } from '#shared/calls.ts';
import { createGate } from '../../support/gate.ts';
import { startGateway, type TestGateway } from '../../support/gateway.ts';
import { startRedis, type TestRedis } from '../../support/redis.ts';
import { cookiesOf, type RotatingUpstream, startRotatingUpstream } from '../../support/rotating-upstream.ts';
import { cookiesAfter, sendRequest } from '../../support/send-request.ts';
import { sendJson } from '../../support/upstream.ts';

const { path } = calls.profile;
let upstream: RotatingUpstream;
let redis: TestRedis;
let gateway: TestGateway;

beforeEach(async () => {
  [upstream, redis] = await Promise.all([startRotatingUpstream(), startRedis()]);
  gateway = await startGateway(upstream.origin, { REDIS_URL: redis.url });
});
afterEach(async () => {
  await gateway.close();
  await Promise.all([upstream.close(), redis.close()]);
});

/** How often the gateway has continued without Redis. */
async function timesDegraded(): Promise<number> {
  const metric = await gateway.app.metrics.getSingleMetric('gateway_coordination_degraded_total')?.get();
  return metric?.values[0]?.value ?? 0;
}

describe.each([
  ['down', () => redis.kill()],
  ['slow', async () => redis.freeze()],
])('with Redis %s', (_, breakRedis) => {
  test('a session is refreshed once, and late requests get the new pair', async () => {
    await breakRedis();
    const cookie = cookiesOf(upstream.issue());
    upstream.expire();
    const responses = await Promise.all(
      Array.from({ length: 50 }, () => sendRequest(gateway.origin, path, { cookie })),
    );
    responses.push(await sendRequest(gateway.origin, path, { cookie }));
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(responses.map((response) => cookiesAfter(response))).size).toBe(1);
    expect(upstream.refreshes().length).toBe(1);
    expect(await timesDegraded()).toBeGreaterThan(0);
  });

  test('a refused refresh is a 503 that clears no cookies', async () => {
    await breakRedis();
    upstream.respondToRefresh = (response) =>
      sendJson(response, 401, { code: 16, message: 'spent by another replica' });
    const cookie = cookiesOf(upstream.issue());
    upstream.expire();
    const response = await sendRequest(gateway.origin, path, { cookie });
    expect([response.status, (response.json() as { code: number }).code, response.setCookies]).toEqual([503, 14, []]);
    expect(Number(response.headers['retry-after'])).toBeGreaterThan(0);
  });

  test('a refused refresh is not trusted if Redis fails while it runs', async () => {
    const gate = createGate();
    upstream.beforeRefresh = gate.pass;
    upstream.respondToRefresh = (response) =>
      sendJson(response, 401, { code: 16, message: 'spent by another replica' });
    const cookie = cookiesOf(upstream.issue());
    upstream.expire();
    const waiting = sendRequest(gateway.origin, path, { cookie });
    await gate.arrived;
    await breakRedis();
    gate.open();
    const response = await waiting;
    expect([response.status, response.setCookies]).toEqual([503, []]);
  });

  test('sign-out, sign-in and calls work', async () => {
    await breakRedis();
    const cookie = cookiesOf(upstream.issue());
    expect((await sendRequest(gateway.origin, path, { cookie })).status).toBe(200);
    expect((await sendRequest(gateway.origin, '/session', { method: 'DELETE', cookie })).status).toBe(204);
    const body = { email: 'a@b.c', code: '123456' };
    expect((await sendRequest(gateway.origin, calls.verifyOneTimeCode.path, { method: 'POST', body })).status).toBe(
      200,
    );
  });
});

test('flushing Redis during a refresh loses no session', async () => {
  const gate = createGate();
  upstream.beforeRefresh = gate.pass;
  const cookie = cookiesOf(upstream.issue());
  upstream.expire();
  const waiting = sendRequest(gateway.origin, path, { cookie });
  await gate.arrived;
  await redis.client.flushall();
  gate.open();
  const response = await waiting;
  await redis.client.flushall();
  const late = await sendRequest(gateway.origin, path, { cookie });
  expect([response.status, late.status, upstream.refreshes().length]).toEqual([200, 200, 1]);
});

test('a gateway that starts without Redis works', async () => {
  await redis.kill();
  const alone = await startGateway(upstream.origin, { REDIS_URL: redis.url });
  const cookie = cookiesOf(upstream.issue());
  upstream.expire();
  expect((await sendRequest(alone.origin, path, { cookie })).status).toBe(200);
  await alone.close();
});

test('with Redis available, a refused refresh ends the session', async () => {
  const cookie = cookiesOf(upstream.issue());
  upstream.expire();
  upstream.respondToRefresh = (response) => sendJson(response, 401, { code: 16, message: 'no' });
  expect((await sendRequest(gateway.origin, path, { cookie })).headers['session-ended']).toBe('1');
  expect(await timesDegraded()).toBe(0);
});

test.each([
  [
    'Redis stalled',
    async () => {
      redis.freeze();
      // Longer than a lease.
      await sleep(3_500);
      redis.thaw();
    },
  ],
  ['the replica that refreshes lost Redis', async (other: TestGateway) => other.app.redis?.close()],
])('a replica that noticed nothing does not trust a refused refresh after %s', async (_, breakRedis) => {
  const other = await startGateway(upstream.origin, { REDIS_URL: redis.url });
  const { respond } = upstream;
  const gate = createGate();
  const spent: string[] = [];
  // Spends the token before the gate, without leeway.
  upstream.respond = async (request, response) => {
    if (request.url !== calls.refreshTokens.path) return respond(request, response);
    if (spent.includes(request.body)) return sendJson(response, 401, { code: 16, message: 'token spent' });
    spent.push(request.body);
    await gate.pass();
    const { access, refresh } = upstream.issue();
    return sendJson(response, 200, { access_token: access, refresh_token: refresh });
  };
  const cookie = cookiesOf(upstream.issue());
  upstream.expire();
  const first = sendRequest(other.origin, path, { cookie });
  await gate.arrived;
  await breakRedis(other);
  await expect.poll(() => redis.client.keys('skerry:lease:*'), { timeout: 5_000 }).toEqual([]);
  const second = await sendRequest(gateway.origin, path, { cookie });
  expect([second.status, second.headers['session-ended'], second.setCookies]).toEqual([503, undefined, []]);
  gate.open();
  const refreshed = await first;
  expect(refreshed.status).toBe(200);
  expect((await sendRequest(gateway.origin, path, { cookie: cookiesAfter(refreshed) })).status).toBe(200);
  await other.close();
});

test('a replica does not trust a refused refresh after the lease holder lost Redis', async () => {
  const other = await startGateway(upstream.origin, { REDIS_URL: redis.url });
  const gate = createGate();
  upstream.beforeRefresh = gate.pass;
  const cookie = cookiesOf(upstream.issue());
  upstream.expire();
  const first = sendRequest(other.origin, path, { cookie });
  await gate.arrived;
  const second = sendRequest(gateway.origin, path, { cookie });
  // Until the second replica waits for the lease: it has run its script at least once.
  const countScripts = async () =>
    Number(/cmdstat_eval(?:sha)?:calls=(\d+)/.exec(await redis.client.info('commandstats'))?.[1]);
  const before = await countScripts();
  await expect.poll(countScripts).toBeGreaterThan(before + 1);
  other.app.redis?.close();
  gate.open();
  expect((await first).status).toBe(200);
  await redis.client.flushall();
  const { status, headers, setCookies } = await second;
  expect([status, headers['session-ended'], setCookies]).toEqual([503, undefined, []]);
  expect(headers['retry-after']).toBeDefined();
  await other.close();
});
