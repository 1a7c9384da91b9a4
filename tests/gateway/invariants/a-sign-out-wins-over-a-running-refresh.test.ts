import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { calls } from '#shared/calls.ts';
import { createGate } from '../../support/gate.ts';
import { startGateway, type TestGateway } from '../../support/gateway.ts';
import { startRedis, type TestRedis } from '../../support/redis.ts';
import { cookiesOf, type RotatingUpstream, startRotatingUpstream } from '../../support/rotating-upstream.ts';
import { cookiesAfter, type HttpResponse, navigate, sendRequest } from '../../support/send-request.ts';
import { sendJson } from '../../support/upstream.ts';

const { path } = calls.profile;
let upstream: RotatingUpstream;
let redis: TestRedis;
let replicas: TestGateway[];

beforeAll(async () => {
  [upstream, redis] = await Promise.all([startRotatingUpstream(), startRedis()]);
  const env = { REDIS_URL: redis.url, EXTENSION_ID: 'abcdefghijklmnopabcdefghijklmnop' };
  replicas = await Promise.all([startGateway(upstream.origin, env), startGateway(upstream.origin, env)]);
});
afterAll(async () => {
  await Promise.all(replicas.map((replica) => replica.close()));
  await Promise.all([upstream.close(), redis.close()]);
});
beforeEach(() => {
  upstream.beforeRefresh = async () => undefined;
  upstream.respondToRefresh = null;
});
const originOf = (index: number) => replicas[index]?.origin ?? '';

/** Code 16 without Set-Cookie, because the browser may have cookies of a newer session. */
function expectSuperseded(response: HttpResponse): void {
  expect([response.status, (response.json() as { code: number }).code]).toEqual([401, 16]);
  expect([response.setCookies, response.headers['session-ended']]).toEqual([[], undefined]);
}

/** Sends a call with an expired access token to the first replica. */
function callWithExpiredToken(cookie: string): Promise<HttpResponse> {
  upstream.expire();
  return sendRequest(originOf(0), path, { cookie });
}

const signOut = (origin: string, cookie: string) => sendRequest(origin, '/session', { method: 'DELETE', cookie });
const signIn = (origin: string, cookie: string) =>
  sendRequest(origin, calls.verifyOneTimeCode.path, {
    method: 'POST',
    cookie,
    body: { email: 'a@b.c', code: '123456' },
  });
/** How many have finished at the replica. */
async function countRevocations(index: number): Promise<number> {
  const metric = await replicas[index]?.app.metrics.getSingleMetric('gateway_revocations_total')?.get();
  return metric?.values.reduce((sum, { value }) => sum + value, 0) ?? 0;
}
const deleteAccount = (origin: string, cookie: string) =>
  sendRequest(origin, calls.deleteAccount.path, { method: 'POST', cookie, body: {} });

describe.each([
  ['on the same replica', 0],
  ['on another replica', 1],
])('while the refresh runs, %s', (_, other) => {
  test.each([
    ['sign-out', signOut],
    ['a new sign-in', signIn],
  ])('%s discards the result of the refresh', async (_name, act) => {
    const gate = createGate();
    upstream.beforeRefresh = gate.pass;
    const cookie = cookiesOf(upstream.issue());
    upstream.expire();
    const waiting = [sendRequest(originOf(0), path, { cookie }), sendRequest(originOf(1), path, { cookie })];
    await gate.arrived;
    const acted = await act(originOf(other), cookie);
    expect(acted.status).toBeLessThan(300);
    gate.open();
    for (const response of await Promise.all(waiting)) expectSuperseded(response);
  });

  test('a refused refresh after a new sign-in does not clear the new cookies', async () => {
    const gate = createGate();
    upstream.beforeRefresh = gate.pass;
    upstream.respondToRefresh = (response) => sendJson(response, 401, { code: 16, message: 'no' });
    const cookie = cookiesOf(upstream.issue());
    upstream.expire();
    const waiting = sendRequest(originOf(0), path, { cookie });
    await gate.arrived;
    await signIn(originOf(other), cookie);
    gate.open();
    expectSuperseded(await waiting);
  });
});

test('a sign-out with the new pair ends late requests with the old one', async () => {
  const cookie = cookiesOf(upstream.issue());
  upstream.expire();
  const newest = cookiesAfter(await sendRequest(originOf(0), path, { cookie }));
  await signOut(originOf(1), newest);
  expectSuperseded(await sendRequest(originOf(0), path, { cookie }));
});

test('a sign-out also ends late requests at a replica that does not know the old pair because Redis was flushed', async () => {
  const cookie = cookiesOf(upstream.issue());
  upstream.expire();
  const newest = cookiesAfter(await sendRequest(originOf(0), path, { cookie }));
  await redis.client.flushall();
  await signOut(originOf(1), newest);
  for (const held of [cookie, newest]) expectSuperseded(await callWithExpiredToken(held));
});

test('a sign-out with the old pair ends the refresh of the new pair', async () => {
  const cookie = cookiesOf(upstream.issue());
  upstream.expire();
  const newest = cookiesAfter(await sendRequest(originOf(0), path, { cookie }));
  upstream.expire();
  const gate = createGate();
  upstream.beforeRefresh = gate.pass;
  const waiting = sendRequest(originOf(0), path, { cookie: newest });
  await gate.arrived;
  await signOut(originOf(1), cookie);
  gate.open();
  expectSuperseded(await waiting);
});

test('a sign-out wins while the repeated call is in flight', async () => {
  const { respond } = upstream;
  const gate = createGate();
  const cookie = cookiesOf(upstream.issue());
  upstream.expire();
  let sent = 0;
  upstream.respond = (request, response) => {
    if (request.url === path && ++sent === 2) void gate.pass().then(() => respond(request, response));
    else respond(request, response);
  };
  const waiting = sendRequest(originOf(0), path, { cookie });
  await gate.arrived;
  await signOut(originOf(1), cookie);
  gate.open();
  expectSuperseded(await waiting);
  upstream.respond = respond;
});

test('a sign-out that Redis forgets still discards the result of a refresh at another replica', async () => {
  const { respond } = upstream;
  const gate = createGate();
  const pair = upstream.issue();
  upstream.expire();
  let sent = 0;
  // Only the call's refresh waits, not the revocation.
  upstream.respond = (request, response) => {
    if (request.body.includes(pair.refresh) && ++sent === 1) void gate.pass().then(() => respond(request, response));
    else respond(request, response);
  };
  const waiting = sendRequest(originOf(0), path, { cookie: cookiesOf(pair) });
  await gate.arrived;
  const other = await startGateway(upstream.origin, { REDIS_URL: redis.url });
  await signOut(other.origin, cookiesOf(pair));
  await redis.client.flushall();
  // Waits for the revocation.
  await other.close();
  expect(sent).toBe(2);
  gate.open();
  expectSuperseded(await waiting);
  upstream.respond = respond;
});

describe('after a moment without Redis, in a session that began less than two minutes ago,', () => {
  /** Redis does not respond during the action, and does again afterwards. */
  async function actWithoutRedis(act: () => Promise<HttpResponse>): Promise<void> {
    redis.freeze();
    expect((await act()).status).toBeLessThan(400);
    redis.thaw();
    await expect.poll(() => replicas[0]?.app.redis?.ping(), { timeout: 5_000 }).toBe(true);
  }
  const start = async () => cookiesAfter(await signIn(originOf(0), ''));

  test('a sign-out discards the result of a refresh at the same replica', async () => {
    const cookie = await start();
    const gate = createGate();
    upstream.beforeRefresh = gate.pass;
    const waiting = callWithExpiredToken(cookie);
    // Not just any refresh: a revocation of another test may still be running.
    const token = /refresh_token=([^;]+)/.exec(cookie)?.[1] ?? '';
    await expect.poll(() => upstream.refreshes().some(({ body }) => body.includes(token))).toBe(true);
    await actWithoutRedis(() => signOut(originOf(0), cookie));
    gate.open();
    expectSuperseded(await waiting);
  });

  test('a session that was handed over has ended, and a late sign-out does not spend its token', async () => {
    const cookie = await start();
    await actWithoutRedis(() => navigate(originOf(0), '/session/extension', { cookie }));
    const refreshes = upstream.refreshes().length;
    expectSuperseded(await callWithExpiredToken(cookie));
    await signOut(originOf(0), cookie);
    // A revocation would have been sent before this refresh.
    await callWithExpiredToken(cookiesOf(upstream.issue()));
    expect(upstream.refreshes().length).toBe(refreshes + 1);
  });
});

test.each([0, 1])(
  'a new session with the tokens of an ended one outlives the revocation of that: signed out at replica %i',
  async (replica) => {
    const pair = upstream.issue();
    const { respond } = upstream;
    const gate = createGate();
    upstream.respond = async ({ url }, response) => {
      if (url === calls.refreshTokens.path) await gate.pass();
      sendJson(response, 200, { access_token: pair.access, refresh_token: pair.refresh });
    };
    const revocations = await countRevocations(replica);
    await signOut(originOf(replica), cookiesOf(pair));
    await gate.arrived;
    await signIn(originOf(0), '');
    gate.open();
    await expect.poll(() => countRevocations(replica)).toBeGreaterThan(revocations);
    upstream.respond = respond;
    upstream.expire();
    expect((await sendRequest(originOf(1), path, { cookie: cookiesOf(pair) })).status).toBe(200);
  },
);

test('a signed-out session is not handed over to the extension', async () => {
  const cookie = cookiesOf(upstream.issue());
  await signOut(originOf(0), cookie);
  const { headers, setCookies } = await navigate(originOf(1), '/session/extension', { cookie });
  expect(headers.location).toMatch(/\/enter$/);
  expect(setCookies).toEqual([]);
});

test('deleting the account ends waiting requests and clears the session cookies', async () => {
  const cookie = `${cookiesOf(upstream.issue())}; auth_type=google`;
  const response = await deleteAccount(originOf(0), cookie);
  expect(response.status).toBe(200);
  expect(response.setCookies.map((setCookie) => setCookie.split(';')[0])).toEqual([
    'access_token=',
    'refresh_token=',
    'auth_type=',
  ]);
  upstream.expire();
  expectSuperseded(await sendRequest(originOf(1), path, { cookie }));
});

test.each([0, 1])(
  'a new sign-in starts a new session even if the upstream issues the same tokens again: signed out at replica %i',
  async (replica) => {
    const pair = upstream.issue();
    const { respond } = upstream;
    upstream.respond = (_, response) =>
      sendJson(response, 200, { access_token: pair.access, refresh_token: pair.refresh });
    const refreshes = upstream.refreshes().length;
    const revocations = await countRevocations(replica);
    await signOut(originOf(replica), cookiesOf(pair));
    // The revocation gets the same pair. If it ran later, it would spend the token of the new session.
    await expect.poll(() => upstream.refreshes().length).toBe(refreshes + 1);
    await expect.poll(() => countRevocations(replica)).toBeGreaterThan(revocations);
    await signIn(originOf(0), '');
    upstream.respond = respond;
    upstream.expire();
    expect((await sendRequest(originOf(1), path, { cookie: cookiesOf(pair) })).status).toBe(200);
  },
);
