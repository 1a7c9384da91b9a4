import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { calls } from '#shared/calls.ts';
import { createGate } from '../../support/gate.ts';
import {
  type GatewayAndUpstream,
  type LogLine,
  startGateway,
  startGatewayAndUpstream,
  type TestGateway,
} from '../../support/gateway.ts';
import { cookiesAfter, navigate, sendRequest } from '../../support/send-request.ts';
import { sendJson } from '../../support/upstream.ts';

const extensionId = 'abcdefghijklmnopabcdefghijklmnop';
const network = '192.0.2.1';
let pair: GatewayAndUpstream;
let gateway: TestGateway;
const lines: LogLine[] = [];
beforeAll(async () => {
  pair = await startGatewayAndUpstream();
  gateway = await startGateway(pair.upstream.origin, { EXTENSION_ID: extensionId }, lines);
});
afterAll(async () => {
  await gateway.close();
  await pair.close();
});

const last = (event: string) => lines.findLast(({ security }) => security === event);

describe('GET /session/extension', () => {
  const path = '/session/extension';
  const dashboard = `chrome-extension://${extensionId}/dashboard.html#`;
  const cookie = 'access_token=a%2B1; refresh_token=r';

  test('hands over the pair in the fragment and clears its cookies', async () => {
    const response = await navigate(gateway.origin, path, { cookie });
    expect([response.status, response.headers.location, response.text]).toEqual([
      303,
      `${dashboard}access_token=a%2B1&refresh_token=r`,
      '',
    ]);
    expect([cookiesAfter(response), response.headers['cache-control']]).toEqual(['', 'no-store']);
    expect(response.setCookies.map((set) => set.split('=')[0])).toEqual(['access_token', 'refresh_token', 'auth_type']);
    const session = expect.stringMatching(/^[\da-f]{16}$/);
    expect(last('hand-over to extension')).toMatchObject({ traceId: response.headers['trace-id'], session });
    expect((await gateway.app.sessions.lineage.read('r')).ended).toBe(true);
  });

  test.each([
    'account_unconfirmed=1',
    'account_unconfirmed=; account_unconfirmed=1',
    'account_unconfirmed=1; account_unconfirmed=0',
  ])('with %s, the page asks first whether a link’s account is to be handed over', async (mark) => {
    const response = await navigate(gateway.origin, path, { cookie: `access_token=a; refresh_token=r1; ${mark}` });
    // The page may not see the request's: another host can set it for this path, or with HttpOnly.
    expect([response.status, response.headers.location, response.setCookies]).toEqual([
      303,
      `${gateway.origin}/h/to-chrome`,
      [expect.stringMatching(/^account_unconfirmed=1; .*Path=\/; (?!.*HttpOnly)/)],
    ]);
    expect(response.headers['cache-control']).toBe('no-store');
    expect((await gateway.app.sessions.lineage.read('r1')).ended).toBe(false);
  });

  test('hands over an account that was named', async () => {
    const response = await navigate(gateway.origin, path, { cookie: 'access_token=named; account_unconfirmed=' });
    expect(response.headers.location).toBe(`${dashboard}access_token=named`);
  });

  test('refreshes a session that has only a refresh token', async () => {
    pair.upstream.respond = (_, response) => sendJson(response, 200, { access_token: 'new', refresh_token: 'r3' });
    const response = await navigate(gateway.origin, path, { cookie: 'refresh_token=r2' });
    expect(response.headers.location).toBe(`${dashboard}access_token=new&refresh_token=r3`);
  });

  test('ends a session whose refresh is refused, and redirects to /enter', async () => {
    pair.upstream.respond = (_, response) => sendJson(response, 401, { code: 16, message: 'no' });
    const response = await navigate(gateway.origin, path, { cookie: 'refresh_token=r4' });
    expect([response.status, response.headers.location]).toEqual([303, `${gateway.origin}/enter`]);
    expect(response.setCookies.length).toBe(2);
    const session = expect.stringMatching(/^[\da-f]{16}$/);
    expect(last('refresh refused')).toMatchObject({ traceId: response.headers['trace-id'], session });
  });

  test('hands over an access token without a refresh token', async () => {
    const response = await navigate(gateway.origin, path, { cookie: 'access_token=alone' });
    expect(response.headers.location).toBe(`${dashboard}access_token=alone`);
    expect(last('hand-over to extension')).not.toHaveProperty('session');
  });

  test('hands over nothing if the session has ended', async () => {
    for (const held of ['refresh_token=r-ended', 'access_token=a; refresh_token=r-ended']) {
      await gateway.app.sessions.lineage.recordEnd('r-ended', network);
      const response = await navigate(gateway.origin, path, { cookie: held });
      expect([response.status, response.headers.location, response.setCookies]).toEqual([
        303,
        `${gateway.origin}/enter`,
        [],
      ]);
      expect(response.headers['cache-control']).toBe('no-store');
    }
  });

  test('clears duplicate cookies', async () => {
    const response = await navigate(gateway.origin, path, { cookie: 'access_token=clean; locale=de; locale=en' });
    expect(response.headers.location).toContain(dashboard);
    expect(response.setCookies.join()).toContain('locale=; Max-Age=0');
    const toSignIn = await navigate(gateway.origin, path, { cookie: 'locale=de; locale=en' });
    expect(toSignIn.headers.location).toBe(`${gateway.origin}/enter`);
    expect(toSignIn.setCookies.join()).toContain('locale=; Max-Age=0');
  });

  test('hands over the newest pair to a request with the previous one', async () => {
    pair.upstream.respond = ({ url, headers }, response) => {
      if (url.endsWith('/refresh')) return sendJson(response, 200, { access_token: 'a-new', refresh_token: 'r-new' });
      return headers.authorization === 'a-new'
        ? sendJson(response, 200, {})
        : sendJson(response, 401, { code: 16, message: 'expired' });
    };
    const held = 'access_token=a-old; refresh_token=r-old';
    expect((await sendRequest(gateway.origin, calls.profile.path, { cookie: held })).status).toBe(200);
    const response = await navigate(gateway.origin, path, { cookie: held });
    expect(response.headers.location).toBe(`${dashboard}access_token=a-new&refresh_token=r-new`);
  });

  test('waits for a running refresh of the pair, and hands over the new one', async () => {
    const gate = createGate();
    pair.upstream.respond = async ({ url, headers }, response) => {
      if (url.endsWith('/refresh')) {
        await gate.pass();
        return sendJson(response, 200, { access_token: 'a-next', refresh_token: 'r-next' });
      }
      return headers.authorization === 'a-next'
        ? sendJson(response, 200, {})
        : sendJson(response, 401, { code: 16, message: 'expired' });
    };
    const held = 'access_token=a-expired; refresh_token=r-expired';
    const refreshing = sendRequest(gateway.origin, calls.profile.path, { cookie: held });
    await gate.arrived;
    const handedOver = navigate(gateway.origin, path, { cookie: held });
    // The hand-over has arrived once a later request has its response.
    await sendRequest(gateway.origin, '/session');
    gate.open();
    expect((await handedOver).headers.location).toBe(`${dashboard}access_token=a-next&refresh_token=r-next`);
    await refreshing;
  });

  test('responds with 502 if the refresh returns no usable token', async () => {
    pair.upstream.respond = (_, response) => sendJson(response, 200, {});
    const response = await navigate(gateway.origin, path, { cookie: 'refresh_token=r6' });
    expect([response.status, response.setCookies]).toEqual([502, []]);
    expect(response.headers['content-type']).toContain('text/html');
  });

  test('responds with 503 if the upstream cannot refresh', async () => {
    pair.upstream.respond = (_, response) => sendJson(response, 500, {});
    const response = await navigate(gateway.origin, path, { cookie: 'refresh_token=r5' });
    expect([response.status, response.setCookies]).toEqual([503, []]);
  });

  test('redirects to /enter without a session', async () => {
    const response = await navigate(gateway.origin, path);
    expect([response.status, response.headers.location]).toEqual([303, `${gateway.origin}/enter`]);
  });

  test.each([
    ['/enter', ''],
    ['/h/to-chrome', 'access_token=a; account_unconfirmed=1'],
  ])('redirects to %s on PUBLIC_ORIGIN, whatever host the request names', async (target, held) => {
    const headers = { host: 'evil.example', 'x-forwarded-host': 'evil.example' };
    const response = await navigate(gateway.origin, path, { cookie: held, headers });
    expect([response.status, response.headers.location]).toEqual([303, gateway.origin + target]);
  });

  test.each([
    ['a script', { 'sec-fetch-dest': 'empty' }],
    ['a frame', { 'sec-fetch-dest': 'iframe' }],
    ['another site', { 'sec-fetch-site': 'cross-site' }],
    ['a sibling site', { 'sec-fetch-site': 'same-site' }],
    ['an address bar', { 'sec-fetch-site': 'none' }],
    ['the start of a WebSocket', { 'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==' }],
  ])('responds with 403 to a request from %s', async (_, headers) => {
    const response = await navigate(gateway.origin, path, { cookie, headers });
    expect([response.status, response.setCookies, response.headers.location]).toEqual([403, [], undefined]);
  });

  test('another spelling of the address is another address', async () => {
    const response = await navigate(gateway.origin, '/session/extensio%6e', { cookie });
    expect([response.status, response.setCookies]).toEqual([404, []]);
  });

  test('responds with 403 without Fetch Metadata headers, and does nothing on HEAD', async () => {
    const response = await sendRequest(gateway.origin, path, { cookie, headers: { 'sec-fetch-site': '' } });
    expect([response.status, response.json()]).toEqual([403, { code: 7, message: 'Not a navigation of this site' }]);
    const noSite = { 'sec-fetch-dest': 'document', 'sec-fetch-site': '' };
    expect((await sendRequest(gateway.origin, path, { cookie, headers: noSite })).status).toBe(403);
    const refusals = await gateway.app.metrics.getSingleMetricAsString('gateway_refusals_total');
    expect(refusals).toMatch(/reason="cross-site"\} [1-9]/);
    const head = await navigate(gateway.origin, path, { cookie, method: 'HEAD' });
    expect([head.setCookies, head.headers.location]).toEqual([[], undefined]);
  });

  test('responds with 503 to a prefetch, and keeps the session', async () => {
    const held = 'access_token=a; refresh_token=fetched-in-advance';
    const headers = { 'sec-purpose': 'prefetch;prerender' };
    const response = await navigate(gateway.origin, path, { cookie: held, headers });
    expect([response.status, response.setCookies, response.headers.location]).toEqual([503, [], undefined]);
    expect((await gateway.app.sessions.lineage.read('fetched-in-advance')).ended).toBe(false);
    const script = await sendRequest(gateway.origin, path, { cookie: held, headers });
    expect(script.json()).toEqual({ code: 14, message: 'This address is not fetched in advance' });
  });

  test('ends a session without a refresh token', async () => {
    const response = await navigate(gateway.origin, path, { cookie: 'access_token=without-refresh-token' });
    expect(response.headers.location).toBe(`${dashboard}access_token=without-refresh-token`);
    expect((await gateway.app.sessions.lineage.read('without-refresh-token')).ended).toBe(true);
  });

  test('of its own cookies, a slow refusal deletes the refused tokens only', async () => {
    pair.upstream.respond = async (_, response) => {
      await new Promise((resolve) => setTimeout(resolve, 1_100));
      sendJson(response, 401, { code: 16, message: 'no' });
    };
    const response = await navigate(gateway.origin, path, { cookie: 'refresh_token=slow; locale=de; locale=en' });
    expect(response.setCookies.filter((set) => / Path=\/(?:;|$)/.test(set)).map((set) => set.split('=')[0])).toEqual([
      'access_token',
      'refresh_token',
    ]);
    expect(response.setCookies).toContain('locale=; Max-Age=0; Path=/session');
  });

  test('does not exist without EXTENSION_ID', async () => {
    const response = await navigate(pair.gateway.origin, path, { cookie });
    expect([response.status, response.setCookies]).toEqual([404, []]);
  });
});
