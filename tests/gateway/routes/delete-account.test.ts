import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { calls } from '#shared/calls.ts';
import { createGate } from '../../support/gate.ts';
import { type GatewayAndUpstream, startGatewayAndUpstream } from '../../support/gateway.ts';
import { sendRequest } from '../../support/send-request.ts';
import { sendJson } from '../../support/upstream.ts';

let pair: GatewayAndUpstream;
beforeAll(async () => {
  pair = await startGatewayAndUpstream();
});
afterAll(() => pair.close());

describe('deleting the account', () => {
  const { path } = calls.deleteAccount;
  const marker = 'auth_type=google';
  const cleared = ['access_token=', 'refresh_token=', 'auth_type='];

  test('adds the refresh token to the body, and clears all session cookies on success', async () => {
    pair.upstream.respond = (_, response) => sendJson(response, 200, {});
    const cookie = `access_token=a; refresh_token=r6; ${marker}`;
    const response = await sendRequest(pair.gateway.origin, path, {
      method: 'POST',
      cookie,
      body: { reason: 'x', refresh_token: 'evil' },
    });
    expect(JSON.parse(pair.upstream.requests.at(-1)?.body ?? '')).toEqual({ reason: 'x', refresh_token: 'r6' });
    expect([response.status, response.setCookies.map((set) => set.split(';')[0])]).toEqual([200, cleared]);
  });

  test.each([[[1, 2]], ['text'], [null], [1]])('replaces a body that is not an object: %j', async (body) => {
    pair.upstream.respond = (_, response) => sendJson(response, 500, {});
    const cookie = 'access_token=a; refresh_token=r';
    await sendRequest(pair.gateway.origin, path, { method: 'POST', cookie, body: JSON.stringify(body) });
    expect(JSON.parse(pair.upstream.requests.at(-1)?.body ?? '')).toEqual({ refresh_token: 'r' });
  });

  test('refuses a deeply nested body', async () => {
    const before = pair.upstream.requests.length;
    const response = await sendRequest(pair.gateway.origin, path, {
      method: 'POST',
      cookie: 'access_token=a; refresh_token=r',
      body: `{"a":${'['.repeat(30_000)}${']'.repeat(30_000)}}`,
    });
    expect([response.status, pair.upstream.requests.length]).toEqual([400, before]);
    expect(response.json()).toEqual({ code: 3, message: expect.any(String) });
  });

  test.each([
    'access_token=a; refresh_token=x; refresh_token=r',
    'access_token=x; refresh_token=x; access_token=a; refresh_token=r',
  ])('with cookies that another host has doubled, deletes nothing and ends no session: %s', async (cookie) => {
    const before = pair.upstream.requests.length;
    const response = await sendRequest(pair.gateway.origin, path, { method: 'POST', cookie, body: {} });
    expect([response.status, response.headers['retry-after'], response.headers['session-ended']]).toEqual([
      401,
      '0',
      undefined,
    ]);
    expect(response.json()).toEqual({ code: 16, message: 'A cookie was sent twice' });
    // Only the duplicates that another host can have set.
    expect(response.setCookies.length).toBeGreaterThan(0);
    expect(response.setCookies.filter((set) => /^(access|refresh)_token=[^;]*;.*Path=\/(;|$)/.test(set))).toEqual([]);
    expect(pair.upstream.requests.length).toBe(before);
  });

  test('adds the new refresh token after a refresh', async () => {
    let isExpired = true;
    pair.upstream.respond = ({ url }, response) => {
      if (url === calls.refreshTokens.path) return sendJson(response, 200, { access_token: 'b', refresh_token: 'r8' });
      if (isExpired) sendJson(response, 401, { code: 16, message: 'no' });
      else sendJson(response, 200, {});
      isExpired = false;
    };
    const cookie = 'access_token=a; refresh_token=r7';
    const response = await sendRequest(pair.gateway.origin, path, { method: 'POST', cookie });
    const sent = pair.upstream.requestsTo(path).slice(-2);
    expect(sent.map(({ body }) => JSON.parse(body))).toEqual([{ refresh_token: 'r7' }, { refresh_token: 'r8' }]);
    expect([response.status, response.setCookies.map((set) => set.split(';')[0])]).toEqual([200, cleared]);
    const { lineage } = pair.gateway.app.sessions;
    expect([(await lineage.read('r7')).ended, (await lineage.read('r8')).ended]).toEqual([true, true]);
  });

  test('sets no cookies if the session has ended meanwhile: they may be the next one’s by now', async () => {
    const cookie = 'access_token=a; refresh_token=r12';
    const deletion = createGate();
    pair.upstream.respond = async ({ url }, response) => {
      if (url === path) await deletion.pass();
      sendJson(response, 200, {});
    };
    const deleting = sendRequest(pair.gateway.origin, path, { method: 'POST', cookie, body: {} });
    await deletion.arrived;
    expect((await sendRequest(pair.gateway.origin, '/session', { method: 'DELETE', cookie })).status).toBe(204);
    deletion.open();
    const { status, setCookies } = await deleting;
    expect([status, setCookies]).toEqual([200, []]);
  });

  test('sets no cookies when it fails', async () => {
    pair.upstream.respond = (_, response) => sendJson(response, 500, { code: 13, message: 'no' });
    const cookie = 'access_token=a; refresh_token=r9';
    const response = await sendRequest(pair.gateway.origin, path, { method: 'POST', cookie, body: {} });
    expect([response.status, response.setCookies]).toEqual([500, []]);
  });

  test.each([
    ['a page of a proxy', '<html>Down for maintenance</html>'],
    ['an error', '{"code":13,"message":"later"}'],
  ])('keeps the session when the response with status 200 is %s', async (_, body) => {
    pair.upstream.respond = (_request, response) => response.writeHead(200).end(body);
    const cookie = 'access_token=a; refresh_token=r10';
    const response = await sendRequest(pair.gateway.origin, path, { method: 'POST', cookie, body: {} });
    expect([response.status, response.setCookies]).toEqual([200, []]);
  });

  test('ends the session when the response has no body', async () => {
    pair.upstream.respond = (_, response) => response.writeHead(204).end();
    const cookie = 'access_token=a; refresh_token=r11';
    const response = await sendRequest(pair.gateway.origin, path, { method: 'POST', cookie, body: {} });
    expect([response.status, response.setCookies.map((set) => set.split(';')[0])]).toEqual([204, cleared]);
  });

  test('ends the session without an upstream call if there is no refresh cookie', async () => {
    const before = pair.upstream.requests.length;
    const response = await sendRequest(pair.gateway.origin, path, {
      method: 'POST',
      cookie: `access_token=a; ${marker}`,
      body: {},
    });
    expect([response.status, (response.json() as { code: number }).code, response.headers['session-ended']]).toEqual([
      401,
      16,
      '1',
    ]);
    expect(response.setCookies.map((set) => set.split(';')[0])).toEqual(cleared);
    expect(pair.upstream.requests.length).toBe(before);
  });
});
