import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { calls } from '#shared/calls.ts';
import { createGate } from '../../support/gate.ts';
import {
  type GatewayAndUpstream,
  startGateway,
  startGatewayAndUpstream,
  type TestGateway,
} from '../../support/gateway.ts';
import { cookiesAfter, navigate, sendRequest } from '../../support/send-request.ts';
import { sendJson } from '../../support/upstream.ts';

const extensionId = 'abcdefghijklmnopabcdefghijklmnop';
let pair: GatewayAndUpstream;
let gateway: TestGateway;
beforeAll(async () => {
  pair = await startGatewayAndUpstream({ API_PUBLIC_URL: 'https://api.skerry.example/' });
  gateway = await startGateway(pair.upstream.origin, { EXTENSION_ID: extensionId });
});
afterAll(async () => {
  await gateway.close();
  await pair.close();
});

describe('DELETE /session', () => {
  test('works with and without a session', async () => {
    for (const cookie of ['access_token=a; refresh_token=r; auth_type=google', '']) {
      const answer = await sendRequest(pair.gateway.origin, '/session', { method: 'DELETE', cookie });
      expect([answer.status, answer.text, cookiesAfter(answer)]).toEqual([204, '', '']);
      expect(answer.setCookies.length).toBe(3);
    }
    expect(pair.upstream.requests).toEqual([]);
  });

  test('is refused from elsewhere', async () => {
    const headers = { 'sec-fetch-site': 'cross-site' };
    const answer = await sendRequest(pair.gateway.origin, '/session', { method: 'DELETE', headers });
    expect([answer.status, answer.setCookies]).toEqual([403, []]);
  });
});

describe('GET /session/extension', () => {
  const path = '/session/extension';
  const dashboard = `chrome-extension://${extensionId}/dashboard.html#`;
  const cookie = 'access_token=a%2B1; refresh_token=r';

  test('hands the pair over in the fragment and keeps none of it', async () => {
    const answer = await navigate(gateway.origin, path, { cookie });
    expect([answer.status, answer.headers.location, answer.text]).toEqual([
      303,
      `${dashboard}access_token=a%2B1&refresh_token=r`,
      '',
    ]);
    expect([cookiesAfter(answer), answer.headers['cache-control']]).toEqual(['', 'no-store']);
    expect(answer.setCookies.map((set) => set.split('=')[0])).toEqual(['access_token', 'refresh_token', 'auth_type']);
  });

  test('renews a session of which only the refresh token is left', async () => {
    pair.upstream.respond = (_, response) => sendJson(response, 200, { access_token: 'new', refresh_token: 'r3' });
    const answer = await navigate(gateway.origin, path, { cookie: 'refresh_token=r2' });
    expect(answer.headers.location).toBe(`${dashboard}access_token=new&refresh_token=r3`);
  });

  test('ends a session that the upstream refuses to renew, and leads to /enter', async () => {
    pair.upstream.respond = (_, response) => sendJson(response, 401, { code: 16, message: 'no' });
    const answer = await navigate(gateway.origin, path, { cookie: 'refresh_token=r4' });
    expect([answer.status, answer.headers.location]).toEqual([303, `${gateway.origin}/enter`]);
    expect(answer.setCookies.length).toBe(2);
  });

  test('hands over the newest pair to a request that still holds the one before', async () => {
    pair.upstream.respond = ({ url, headers }, response) => {
      if (url.endsWith('/refresh')) return sendJson(response, 200, { access_token: 'a-new', refresh_token: 'r-new' });
      return headers.authorization === 'a-new'
        ? sendJson(response, 200, {})
        : sendJson(response, 401, { code: 16, message: 'worn' });
    };
    const held = 'access_token=a-old; refresh_token=r-old';
    expect((await sendRequest(gateway.origin, calls.profile.path, { cookie: held })).status).toBe(200);
    const answer = await navigate(gateway.origin, path, { cookie: held });
    expect(answer.headers.location).toBe(`${dashboard}access_token=a-new&refresh_token=r-new`);
  });

  test('waits for a refresh of the same pair that is under way, and hands over the new one', async () => {
    const gate = createGate();
    pair.upstream.respond = async ({ url, headers }, response) => {
      if (url.endsWith('/refresh')) {
        await gate.pass();
        return sendJson(response, 200, { access_token: 'a-next', refresh_token: 'r-next' });
      }
      return headers.authorization === 'a-next'
        ? sendJson(response, 200, {})
        : sendJson(response, 401, { code: 16, message: 'worn' });
    };
    const held = 'access_token=a-worn; refresh_token=r-worn';
    const asked = sendRequest(gateway.origin, calls.profile.path, { cookie: held });
    await gate.arrived;
    const handedOver = navigate(gateway.origin, path, { cookie: held });
    // It has come in when a request that came after it is answered.
    await sendRequest(gateway.origin, '/session');
    gate.open();
    expect((await handedOver).headers.location).toBe(`${dashboard}access_token=a-next&refresh_token=r-next`);
    await asked;
  });

  test('is a 502 where the renewal brings nothing to use', async () => {
    pair.upstream.respond = (_, response) => sendJson(response, 200, {});
    const answer = await navigate(gateway.origin, path, { cookie: 'refresh_token=r6' });
    expect([answer.status, answer.json(), answer.setCookies]).toEqual([502, expect.objectContaining({ code: 13 }), []]);
  });

  test('is a 503 while the upstream cannot renew it', async () => {
    pair.upstream.respond = (_, response) => sendJson(response, 500, {});
    const answer = await navigate(gateway.origin, path, { cookie: 'refresh_token=r5' });
    expect([answer.status, answer.setCookies]).toEqual([503, []]);
  });

  test('leads to /enter without a session', async () => {
    const answer = await navigate(gateway.origin, path);
    expect([answer.status, answer.headers.location]).toEqual([303, `${gateway.origin}/enter`]);
  });

  test.each([
    ['a script', { 'sec-fetch-dest': 'empty' }],
    ['a frame', { 'sec-fetch-dest': 'iframe' }],
    ['another site', { 'sec-fetch-site': 'cross-site' }],
    ['a sibling site', { 'sec-fetch-site': 'same-site' }],
    ['an address bar', { 'sec-fetch-site': 'none' }],
  ])('is 403 for %s', async (_, headers) => {
    const answer = await navigate(gateway.origin, path, { cookie, headers });
    expect([answer.status, answer.setCookies, answer.headers.location]).toEqual([403, [], undefined]);
  });

  test('is 403 for a client that does not say, and nothing happens on HEAD', async () => {
    expect((await sendRequest(gateway.origin, path, { cookie, headers: { 'sec-fetch-site': '' } })).status).toBe(403);
    const head = await navigate(gateway.origin, path, { cookie, method: 'HEAD' });
    expect([head.setCookies, head.headers.location]).toEqual([[], undefined]);
  });

  test('is not there without EXTENSION_ID', async () => {
    const answer = await navigate(pair.gateway.origin, path, { cookie });
    expect([answer.status, answer.setCookies]).toEqual([404, []]);
  });
});

describe('social sign-in', () => {
  test.each([
    [calls.signInWithGoogle, 'google'],
    [calls.signInWithApple, 'apple-id'],
    [calls.signInWithSetapp, 'setapp'],
  ])('$path', async ({ path }, authType) => {
    const before = pair.upstream.requests.length;
    const answer = await navigate(pair.gateway.origin, `${path}?app-identity=evil&locale=xx&redirect_uri=evil`, {
      cookie: 'locale=uk',
    });
    expect([answer.status, answer.headers.location, answer.headers['cache-control']]).toEqual([
      302,
      `https://api.skerry.example${path}?app-identity=skerry.site.account&locale=uk`,
      'no-store',
    ]);
    expect(answer.setCookies).toEqual([`auth_type=${authType}; Max-Age=15552000; Path=/; SameSite=Lax`]);
    expect(pair.upstream.requests.length).toBe(before);
  });
});

describe('deleting the account', () => {
  const { path } = calls.deleteAccount;
  const marker = 'auth_type=google';

  test('adds the refresh token to the body, and clears everything when it succeeds', async () => {
    pair.upstream.respond = (_, response) => sendJson(response, 200, {});
    const cookie = `access_token=a; refresh_token=r6; ${marker}`;
    const answer = await sendRequest(pair.gateway.origin, path, {
      method: 'POST',
      cookie,
      body: { reason: 'x', refresh_token: 'evil' },
    });
    expect(JSON.parse(pair.upstream.requests.at(-1)?.body ?? '')).toEqual({ reason: 'x', refresh_token: 'r6' });
    expect(answer.status).toBe(200);
    expect(answer.setCookies.map((set) => set.split(';')[0])).toEqual([
      'access_token=',
      'refresh_token=',
      'auth_type=',
    ]);
  });

  test.each([[[1, 2]], ['text'], [null], [1]])('makes an object of a body that is none: %j', async (body) => {
    pair.upstream.respond = (_, response) => sendJson(response, 500, {});
    const cookie = 'access_token=a; refresh_token=r';
    await sendRequest(pair.gateway.origin, path, { method: 'POST', cookie, body: JSON.stringify(body) });
    expect(JSON.parse(pair.upstream.requests.at(-1)?.body ?? '')).toEqual({ refresh_token: 'r' });
  });

  test('refuses a body that is nested beyond measure', async () => {
    const before = pair.upstream.requests.length;
    const answer = await sendRequest(pair.gateway.origin, path, {
      method: 'POST',
      cookie: 'access_token=a; refresh_token=r',
      body: `{"a":${'['.repeat(30_000)}${']'.repeat(30_000)}}`,
    });
    expect([answer.status, pair.upstream.requests.length]).toEqual([400, before]);
    expect(answer.json()).toEqual({ code: 3, message: expect.any(String) });
  });

  test('adds the new one after a refresh', async () => {
    let worn = true;
    pair.upstream.respond = ({ url }, response) => {
      if (url === calls.refreshTokens.path) return sendJson(response, 200, { access_token: 'b', refresh_token: 'r8' });
      if (worn) sendJson(response, 401, { code: 16, message: 'no' });
      else sendJson(response, 200, {});
      worn = false;
    };
    const cookie = 'access_token=a; refresh_token=r7';
    const answer = await sendRequest(pair.gateway.origin, path, { method: 'POST', cookie });
    const sent = pair.upstream.requestsTo(path).slice(-2);
    expect(sent.map(({ body }) => JSON.parse(body))).toEqual([{ refresh_token: 'r7' }, { refresh_token: 'r8' }]);
    expect([answer.status, cookiesAfter(answer)]).toEqual([200, '']);
  });

  test('changes nothing when it fails', async () => {
    pair.upstream.respond = (_, response) => sendJson(response, 500, { code: 13, message: 'no' });
    const cookie = 'access_token=a; refresh_token=r9';
    const answer = await sendRequest(pair.gateway.origin, path, { method: 'POST', cookie, body: {} });
    expect([answer.status, answer.setCookies]).toEqual([500, []]);
  });

  test('without a refresh cookie ends the session, and asks nobody', async () => {
    const before = pair.upstream.requests.length;
    const answer = await sendRequest(pair.gateway.origin, path, {
      method: 'POST',
      cookie: `access_token=a; ${marker}`,
      body: {},
    });
    expect([answer.status, (answer.json() as { code: number }).code, answer.headers['session-ended']]).toEqual([
      401,
      16,
      '1',
    ]);
    expect(answer.setCookies.map((set) => set.split(';')[0])).toEqual([
      'access_token=',
      'refresh_token=',
      'auth_type=',
    ]);
    expect(pair.upstream.requests.length).toBe(before);
  });
});
