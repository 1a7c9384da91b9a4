import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { calls } from '#shared/calls.ts';
import { type GatewayAndUpstream, type LogLine, startGatewayAndUpstream } from '../../support/gateway.ts';
import { cookiesAfter, sendRequest } from '../../support/send-request.ts';

const lines: LogLine[] = [];
let pair: GatewayAndUpstream;
beforeAll(async () => {
  pair = await startGatewayAndUpstream({}, lines);
});
afterAll(() => pair.close());

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

test('GET /session is never stored', async () => {
  const { origin } = pair.gateway;
  expect((await sendRequest(origin, '/session')).headers['cache-control']).toBe('no-store');
});
