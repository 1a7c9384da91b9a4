import type { FastifyInstance } from 'fastify';
import request from 'supertest';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { readConfig } from '../../../gateway/config.ts';
import { createAdminServer } from '../../../gateway/operations/admin.ts';
import { demoEnvironment } from '../../../scripts/demo-environment.ts';
import { type GatewayAndUpstream, startGatewayAndUpstream } from '../../support/gateway.ts';
import { startRedis } from '../../support/redis.ts';

let pair: GatewayAndUpstream;
let admin: FastifyInstance;
let origin: string;

async function start(env: Readonly<Record<string, string>> = {}): Promise<void> {
  pair = await startGatewayAndUpstream(env);
  const ports = demoEnvironment({ port: 3000, sandboxPort: 1, adminPort: 0 });
  admin = await createAdminServer(
    readConfig({ ...ports, API_BASE_URL: pair.upstream.origin, ...env }),
    pair.gateway.app,
  );
  origin = await admin.listen({ host: '127.0.0.1', port: 0 });
}

afterEach(async () => {
  await admin.close();
  await pair.close().catch(() => undefined);
});

describe('without Redis', () => {
  beforeEach(() => start());

  test('the process is alive and ready', async () => {
    await request(origin).get('/healthz').expect(200, { status: 'ok' });
    await request(origin).get('/readyz').expect(200, { status: 'ok', upstream: 'up', redis: 'off' });
  });

  test('readiness reports an upstream that is down, and stays 200', async () => {
    await pair.upstream.close();
    await request(origin).get('/readyz').expect(200, { status: 'ok', upstream: 'down', redis: 'off' });
  });

  test('readiness asks the upstream again after a second, also when the system clock steps back', async () => {
    vi.useFakeTimers({ toFake: ['Date', 'performance'] });
    onTestFinished(() => void vi.useRealTimers());
    const upstream = async () => (await request(origin).get('/readyz').expect(200)).body.upstream;
    expect(await upstream()).toBe('up');
    await pair.upstream.close();
    vi.setSystemTime(Date.now() - 3_600_000);
    vi.advanceTimersByTime(999);
    expect(await upstream()).toBe('up');
    vi.advanceTimersByTime(1);
    expect(await upstream()).toBe('down');
  });

  test.each([
    ['listening', false, 'starting'],
    ['overloaded', true, 'overloaded'],
    ['shuttingDown', true, 'shutting down'],
  ] as const)('readiness is 503 with %s %s: %s', async (key, value, status) => {
    pair.gateway.app.health[key] = value;
    const response = await request(origin).get('/readyz').expect(503);
    expect(response.body.status).toBe(status);
    await request(origin).get('/healthz').expect(200);
  });

  test('serves metrics for Prometheus', async () => {
    await request(pair.gateway.origin).get('/session').expect(200);
    await request(pair.gateway.origin).get('/web/v1/geoip/ip/info').expect(200);
    const response = await request(origin).get('/metrics').expect(200);
    expect(response.headers['content-type']).toContain('text/plain');
    expect(response.text).toContain(
      'gateway_request_duration_seconds_count{method="GET",call="/session",status="200"} 1',
    );
    expect(response.text).toContain(
      'gateway_request_duration_seconds_count{method="GET",call="/web/v1/geoip/ip/info",status="200"} 1',
    );
    expect(response.text).toContain('gateway_upstream_duration_seconds_count{call="visitorCountry",status="2xx"} 1');
    expect(response.text).toContain('gateway_requests_in_flight');
  });

  test('serves no other routes, and the public port serves none of its routes', async () => {
    await request(origin).get('/session').expect(404);
    for (const path of ['/metrics', '/healthz', '/readyz']) {
      await request(pair.gateway.origin).get(path).set('Accept', 'application/json').expect(404);
    }
  });
});

test('readiness reports Redis being down, and stays 200', async () => {
  const redis = await startRedis();
  await start({ REDIS_URL: redis.url });
  const response = await request(origin).get('/readyz').expect(200);
  expect(response.body.redis).toBe('up');
  await redis.kill();
  await expect.poll(async () => (await request(origin).get('/readyz').expect(200)).body.redis).toBe('down');
  await redis.close();
});

test('readiness does not wait for Redis once the gateway shuts down', async () => {
  const redis = await startRedis();
  await start({ REDIS_URL: redis.url });
  redis.freeze();
  const checkFromBefore = request(origin)
    .get('/readyz')
    .expect(503, { status: 'shutting down', upstream: 'up', redis: 'down' });
  const ended = checkFromBefore.then(() => 'from before');
  await new Promise((resolve) => setTimeout(resolve, 100));
  pair.gateway.app.health.shuttingDown = true;
  const next = request(origin).get('/readyz').expect(503, { status: 'shutting down' });
  expect(await Promise.race([ended, next.then(() => 'next')])).toBe('next');
  await ended;
  redis.thaw();
  await redis.close();
});
