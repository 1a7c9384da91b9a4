import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { calls } from '#shared/calls.ts';
import { type GatewayAndUpstream, type LogLine, startGatewayAndUpstream } from '../../support/gateway.ts';
import { startRedis } from '../../support/redis.ts';
import { cookiesAfter, sendRequest } from '../../support/send-request.ts';

const lines: LogLine[] = [];
let pair: GatewayAndUpstream;
beforeAll(async () => {
  pair = await startGatewayAndUpstream({}, lines);
});
afterAll(() => pair.close());

describe('the browser’s cache', () => {
  const clears = async (method: string, clearCache?: string) => {
    const headers = clearCache === undefined ? {} : { 'clear-cache': clearCache };
    const response = await sendRequest(pair.gateway.origin, '/session', { method, headers, cookie: 'access_token=' });
    return { header: response.headers['clear-site-data'], setCookies: response.setCookies.length };
  };

  test('is cleared by a sign-out, unless the page does so afterwards', async () => {
    expect(await clears('DELETE')).toMatchObject({ header: '"cache"' });
    expect(await clears('DELETE', 'other')).toMatchObject({ header: '"cache"' });
    expect(await clears('DELETE', 'later')).toMatchObject({ header: undefined });
  });

  test('is cleared on request by a response that changes no cookie', async () => {
    expect(await clears('GET')).toEqual({ header: undefined, setCookies: 1 });
    expect(await clears('GET', 'later')).toEqual({ header: undefined, setCookies: 1 });
    expect(await clears('GET', 'now')).toEqual({ header: '"cache"', setCookies: 0 });
  });
});

describe('DELETE /session', () => {
  test('works with and without a session', async () => {
    for (const cookie of ['access_token=a; refresh_token=r; auth_type=google', '']) {
      const response = await sendRequest(pair.gateway.origin, '/session', { method: 'DELETE', cookie });
      expect([response.status, response.text, cookiesAfter(response)]).toEqual([204, '', '']);
      expect(response.setCookies.length).toBe(3);
      expect(response.headers).toMatchObject({ 'cache-control': 'no-store', 'clear-site-data': '"cache"' });
      const signOut = lines.findLast(({ security }) => security === 'sign-out');
      expect(signOut?.traceId).toBe(response.headers['trace-id']);
      expect('session' in (signOut ?? {})).toBe(cookie !== '');
    }
    // Only the first request had a refresh token to revoke.
    await expect.poll(() => pair.upstream.requests.map(({ url }) => url)).toEqual([calls.refreshTokens.path]);
  });

  test('is refused for a cross-site request', async () => {
    const headers = { 'sec-fetch-site': 'cross-site' };
    const response = await sendRequest(pair.gateway.origin, '/session', { method: 'DELETE', headers });
    expect([response.status, response.setCookies]).toEqual([403, []]);
  });
});

test('a sign-out that waits for Redis does not keep the request of a client that has left', async () => {
  const redis = await startRedis();
  const log: LogLine[] = [];
  const slow = await startGatewayAndUpstream({ REDIS_URL: redis.url }, log);
  onTestFinished(async () => {
    await slow.close();
    await redis.close();
  });
  await redis.client.call('CLIENT', 'PAUSE', '1500');
  const pausedAt = Date.now();
  const socket = connect(Number(new URL(slow.gateway.origin).port), '127.0.0.1', () => {
    socket.write('DELETE /session HTTP/1.1\r\nHost: localhost\r\nSec-Fetch-Site: same-origin\r\n');
    socket.write('Cookie: refresh_token=of-a-client-that-leaves\r\n\r\n');
  });
  await pause(100);
  expect(log.some(({ security }) => security === 'sign-out')).toBe(false);
  socket.resetAndDestroy();
  await expect.poll(() => log.some(({ security }) => security === 'sign-out')).toBe(true);
  expect(Date.now() - pausedAt).toBeLessThan(700);
  // It is carried out all the same.
  await expect.poll(() => slow.upstream.requests.map(({ url }) => url)).toEqual([calls.refreshTokens.path]);
});

test('GET /session is never stored', async () => {
  const { origin } = pair.gateway;
  expect((await sendRequest(origin, '/session')).headers['cache-control']).toBe('no-store');
});
