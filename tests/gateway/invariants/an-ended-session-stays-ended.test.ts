import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { calls } from '#shared/calls.ts';
import { hashToken } from '../../../gateway/session/token-keys.ts';
import { createGate } from '../../support/gate.ts';
import { startGateway, type TestGateway } from '../../support/gateway.ts';
import { startRedis, type TestRedis } from '../../support/redis.ts';
import { cookiesOf, type RotatingUpstream, startRotatingUpstream } from '../../support/rotating-upstream.ts';
import { cookiesAfter, type HttpResponse, navigate, sendRequest } from '../../support/send-request.ts';
import { sendJson } from '../../support/upstream.ts';

const { path } = calls.profile;
const keys = Buffer.alloc(32, 7).toString('base64');
let upstream: RotatingUpstream;
let redis: TestRedis;
let gateways: TestGateway[] = [];

beforeAll(async () => {
  [upstream, redis] = await Promise.all([startRotatingUpstream(), startRedis()]);
});
afterAll(async () => {
  await Promise.all([upstream.close(), redis.close()]);
});
let refreshesBefore: number;
beforeEach(() => {
  refreshesBefore = upstream.refreshes().length;
  upstream.beforeRefresh = async () => undefined;
  upstream.respondToRefresh = null;
});
afterEach(async () => {
  await Promise.all(gateways.map((gateway) => gateway.close()));
  gateways = [];
});

async function start(env: Readonly<Record<string, string>> = {}): Promise<string> {
  const gateway = await startGateway(upstream.origin, env);
  gateways.push(gateway);
  return gateway.origin;
}
const newRefreshes = () => upstream.refreshes().slice(refreshesBefore);
const spentTokens = () => newRefreshes().map(({ body }) => JSON.parse(body).refresh_token);
const signOut = (origin: string, cookie: string) => sendRequest(origin, '/session', { method: 'DELETE', cookie });
const signIn = (origin: string, cookie = '') =>
  sendRequest(origin, calls.verifyOneTimeCode.path, {
    method: 'POST',
    cookie,
    body: { email: 'a@b.example', code: '1' },
  });

describe('a late response leaves the cookies of the next session alone', () => {
  /** Sends a request that the upstream holds back while the user signs out and in again. */
  async function sendLate(path: string, cookie: string, body?: object, status = 200) {
    const origin = await start();
    const gate = createGate();
    const { respond } = upstream;
    upstream.respond = async (request, response) => {
      if (!request.url.startsWith(path)) return respond(request, response);
      await gate.pass();
      sendJson(response, status, status === 200 ? {} : { code: 16, message: 'expired' });
    };
    const late = sendRequest(origin, path, { cookie, ...(body && { method: 'POST', body }) });
    await gate.arrived;
    await signOut(origin, cookie);
    gate.open();
    upstream.respond = respond;
    return late;
  }

  test('of a deletion', async () => {
    const { status, setCookies } = await sendLate(calls.deleteAccount.path, cookiesOf(upstream.issue()), {});
    expect([status, setCookies]).toEqual([200, []]);
  });

  test('of a call without a refresh token', async () => {
    const response = await sendLate(path, 'access_token=alone', undefined, 401);
    expect([response.status, response.setCookies, response.headers['session-ended']]).toEqual([401, [], undefined]);
  });

  test('of a public call with cookies that cannot be used, if it takes more than a second', async () => {
    const { path: publicPath } = calls.visitorCountry;
    const doubled = 'access_token=a; access_token=b';
    const unopened = 'access_token=a';
    const origin = await start({ COOKIE_KEYS: keys });
    const { respond } = upstream;
    upstream.respond = async (request, response) => {
      if (request.url.startsWith(publicPath)) await new Promise((resolve) => setTimeout(resolve, 1_100));
      return sendJson(response, 200, {});
    };
    const late = (await sendRequest(origin, publicPath, { cookie: unopened })).setCookies;
    const lateDoubled = (await sendRequest(origin, publicPath, { cookie: doubled })).setCookies;
    upstream.respond = respond;
    const inTime = (await sendRequest(origin, '/session', { cookie: unopened })).setCookies;
    expect([late, inTime.map((line) => line.split(';')[0])]).toEqual([[], ['access_token=']]);
    // No cookie of the gateway has this path.
    expect(lateDoubled).toContain('access_token=; Max-Age=0; Path=/web');
    expect(lateDoubled.filter((line) => / Path=\/(?:;|$)/.test(line))).toEqual([]);
  });
});

test('a sign-in that fails after more than a second leaves the cookies alone, one that succeeds replaces them', async () => {
  const origin = await start({ COOKIE_KEYS: keys });
  const { respond } = upstream;
  const signInAfter = async (status: number) => {
    upstream.respond = async (request, response) => {
      if (request.url !== calls.verifyOneTimeCode.path) return respond(request, response);
      await new Promise((resolve) => setTimeout(resolve, 1_100));
      return sendJson(response, status, status === 200 ? { access_token: 'a', refresh_token: 'r' } : { code: 3 });
    };
    // It does not open.
    return (await signIn(origin, 'access_token=a')).setCookies.map((cookie) => cookie.split('; ')[0]);
  };
  const failed = await signInAfter(400);
  const succeeded = await signInAfter(200);
  upstream.respond = respond;
  expect(failed).toEqual([]);
  expect(succeeded[0]).toBe('access_token=');
  expect(succeeded[1]).toMatch(/^access_token=v1\./);
});

describe('a session stays ended for what was received before, however many others end meanwhile', () => {
  /** Four sessions that do not exist end with each. */
  async function signOutOthers(origin: string): Promise<void> {
    for (let batch = 0; batch < 32; batch += 1) {
      const signOuts = Array.from({ length: 50 }, (_, index) => {
        const cookie = [1, 2, 3, 4].map((each) => `refresh_token=invented-${batch}-${index}-${each}`).join('; ');
        const headers = { 'x-forwarded-for': `198.51.100.${index % 2}` };
        return sendRequest(origin, '/session', { method: 'DELETE', cookie, headers });
      });
      await Promise.all(signOuts);
    }
  }

  /** One session of each of thousands of networks. */
  async function endOthers(): Promise<void> {
    for (let index = 0; index <= 6_000; index += 1)
      await gateways[0]?.app.sessions.lineage.recordEnd(`invented-${index}`, `network-${index}`);
  }

  /** Holds the upstream's response back until the session and many others have ended. */
  async function sendLate(cookie: string, endMany: (origin: string) => Promise<void>, when: string, isAway: boolean) {
    const own = isAway ? await startRedis() : null;
    const origin = await start({ TRUST_PROXY: '127.0.0.1', ...(own && { REDIS_URL: own.url }) });
    await own?.close();
    const gate = createGate();
    const { respond } = upstream;
    if (when === 'it is refreshed') upstream.beforeRefresh = gate.pass;
    else {
      upstream.respond = async (request, response) => {
        const isHeld = request.url.startsWith(path) && (when === 'a call is sent') === (newRefreshes().length === 0);
        if (isHeld) await gate.pass();
        respond(request, response);
      };
    }
    const late = sendRequest(origin, path, { cookie });
    await gate.arrived;
    expect((await signOut(origin, cookie)).status).toBe(204);
    await endMany(origin);
    gate.open();
    upstream.respond = respond;
    return late;
  }

  test.each([
    ['two networks', 'it is refreshed', 'without Redis'],
    ['two networks', 'it is refreshed', 'while Redis is away'],
    ['thousands of networks', 'it is refreshed', 'without Redis'],
    ['thousands of networks', 'it is refreshed', 'while Redis is away'],
    ['thousands of networks', 'a call is sent again', 'without Redis'],
    ['thousands of networks', 'a call is sent', 'without Redis'],
  ] as const)('of %s, while %s, %s', async (networks, when, redisState) => {
    const pair = upstream.issue();
    upstream.expire();
    const cookie = when === 'a call is sent' ? `access_token=${pair.access}` : cookiesOf(pair);
    const endMany = networks === 'two networks' ? signOutOthers : endOthers;
    const response = await sendLate(cookie, endMany, when, redisState === 'while Redis is away');
    expect([response.setCookies, response.headers['session-ended']]).toEqual([[], undefined]);
  });
});

describe('signing out', () => {
  test('in another tab does not spend the tokens that the extension has taken over', async () => {
    const origin = await start({ EXTENSION_ID: 'a'.repeat(32) });
    const cookie = cookiesOf(upstream.issue());
    expect((await navigate(origin, '/session/extension', { cookie })).headers.location).toContain('refresh_token=');
    expect((await signOut(origin, cookie)).status).toBe(204);
    expect((await signIn(origin, cookie)).status).toBe(200);
    await Promise.all(gateways.map((gateway) => gateway.close()));
    gateways = [];
    expect(spentTokens()).toEqual([]);
  });

  test('spends the refresh token, so that a stolen copy is useless', async () => {
    const origin = await start();
    const pair = upstream.issue();
    const response = await signOut(origin, cookiesOf(pair));
    expect([response.status, response.headers['clear-site-data']]).toEqual([204, '"cache"']);
    await expect.poll(spentTokens).toEqual([pair.refresh]);
    // An attacker uses another gateway, which does not know about the sign-out.
    const attacker = await sendRequest(await start(), path, { cookie: `refresh_token=${pair.refresh}` });
    expect([attacker.status, attacker.headers['session-ended']]).toEqual([401, '1']);
  });

  test('responds without waiting for the upstream', async () => {
    const origin = await start();
    const gate = createGate();
    upstream.beforeRefresh = gate.pass;
    expect((await signOut(origin, cookiesOf(upstream.issue()))).status).toBe(204);
    await gate.arrived;
    gate.open();
  });

  test('spends the newest known token', async () => {
    const origin = await start();
    const pair = upstream.issue();
    upstream.expire();
    const refreshed = await sendRequest(origin, path, { cookie: cookiesOf(pair) });
    const newest = /refresh_token=([^;]*)/.exec(cookiesAfter(refreshed))?.[1];
    await signOut(origin, cookiesOf(pair));
    await expect.poll(spentTokens).toEqual([pair.refresh, newest]);
  });

  test.each([
    ['in this replica', false],
    ['in another replica', true],
  ])('sends no second refresh while one is running %s', async (_, isElsewhere) => {
    const env = { REDIS_URL: redis.url };
    const [first, second] = [await start(env), await start(env)];
    const pair = upstream.issue();
    upstream.expire();
    const gate = createGate();
    upstream.beforeRefresh = gate.pass;
    const waiting = sendRequest(first, path, { cookie: cookiesOf(pair) });
    await gate.arrived;
    await signOut(isElsewhere ? second : first, cookiesOf(pair));
    gate.open();
    const response = await waiting;
    expect([response.status, response.setCookies]).toEqual([401, []]);
    expect(spentTokens()).toEqual([pair.refresh]);
  });

  test('spends the token once, however many tabs sign out', async () => {
    const env = { REDIS_URL: redis.url };
    const origins = [await start(env), await start(env)];
    const pair = upstream.issue();
    for (const origin of origins) {
      await signOut(origin, cookiesOf(pair));
      await expect.poll(spentTokens).toEqual([pair.refresh]);
    }
    await Promise.all(gateways.map((gateway) => gateway.close()));
    expect(spentTokens()).toEqual([pair.refresh]);
  });

  test('spends the token if the lease holder does not', async () => {
    const origin = await start({ REDIS_URL: redis.url });
    const pair = upstream.issue();
    // The lease holder finds that the session has ended, or it was killed.
    await redis.client.set(`skerry:lease:${hashToken(pair.refresh)}`, 'another replica', 'PX', 500);
    await signOut(origin, cookiesOf(pair));
    await expect.poll(spentTokens).toEqual([pair.refresh]);
  });

  test('waits for a refresh that no request waits for any more', async () => {
    const origin = await start({ UPSTREAM_TIMEOUT_MS: '1500' });
    const pair = upstream.issue();
    upstream.expire();
    const gate = createGate();
    upstream.beforeRefresh = gate.pass;
    const waiting = sendRequest(origin, path, { cookie: cookiesOf(pair) });
    await gate.arrived;
    await signOut(origin, cookiesOf(pair));
    expect((await waiting).status).toBe(504);
    gate.open();
    await gateways[0]?.close();
    expect(spentTokens()).toEqual([pair.refresh]);
  });

  test('does not resend a token that a running refresh has spent', async () => {
    const origin = await start();
    const pair = upstream.issue();
    upstream.expire();
    const gate = createGate();
    upstream.beforeRefresh = gate.pass;
    const waiting = sendRequest(origin, path, { cookie: cookiesOf(pair) });
    await gate.arrived;
    await signOut(origin, cookiesOf(pair));
    gate.open();
    expect((await waiting).status).toBe(401);
    await signOut(origin, cookiesOf(pair));
    await gateways[0]?.close();
    expect(spentTokens()).toEqual([pair.refresh]);
  });

  test('is never rate-limited', async () => {
    const origin = await start({ RATE_LIMIT_PER_MINUTE: '1' });
    await sendRequest(origin, path, { cookie: 'access_token=a' });
    expect((await sendRequest(origin, path, { cookie: 'access_token=a' })).status).toBe(429);
    for (let times = 0; times < 5; times += 1) expect((await signOut(origin, '')).status).toBe(204);
  });

  test('queues a bounded number of revocations, and counts dropped ones', async () => {
    // Longer than a busy machine needs to send all requests.
    const origin = await start({ UPSTREAM_TIMEOUT_MS: '60000' });
    const gate = createGate();
    upstream.beforeRefresh = gate.pass;
    // Of one network 8 at a time, and 256 that wait.
    for (let batch = 0; batch < 38; batch += 1) {
      await Promise.all(Array.from({ length: 7 }, (_, index) => signOut(origin, `refresh_token=r-${batch}-${index}`)));
    }
    const metric = () => gateways[0]?.app.metrics.getSingleMetricAsString('gateway_revocations_total');
    await expect.poll(metric).toContain('outcome="dropped"} 2');
    await expect.poll(() => newRefreshes().length).toBe(8);
    gate.open();
  });

  test('counts a failed revocation, and still succeeds', async () => {
    const origin = await start();
    upstream.respondToRefresh = (response) => response.destroy();
    expect((await signOut(origin, cookiesOf(upstream.issue()))).status).toBe(204);
    const metric = () => gateways[0]?.app.metrics.getSingleMetricAsString('gateway_revocations_total');
    await expect.poll(metric).toContain('outcome="failed"} 1');
  });
});

describe('a new sign-in', () => {
  test('spends the refresh token of the session it replaces', async () => {
    const origin = await start();
    const pair = upstream.issue();
    const response = await signIn(origin, cookiesOf(pair));
    expect(response.status).toBe(200);
    await expect.poll(spentTokens).toEqual([pair.refresh]);
    expect((await sendRequest(origin, path, { cookie: cookiesAfter(response) })).status).toBe(200);
  });

  test('does not spend a token that it returns again', async () => {
    const origin = await start();
    const first = await signIn(origin);
    const refresh = /refresh_token=([^;]*)/.exec(cookiesAfter(first))?.[1];
    upstream.respondToRefresh = null;
    const respond = upstream.respond;
    upstream.respond = (_, response) =>
      response
        .writeHead(200, { 'content-type': 'application/json' })
        .end(JSON.stringify({ access_token: 'again', refresh_token: refresh }));
    await signIn(origin, cookiesAfter(first));
    upstream.respond = respond;
    await gateways[0]?.close();
    expect(spentTokens()).toEqual([]);
  });
});

test('deleting the account spends no token, because the upstream ends the session', async () => {
  const origin = await start();
  const pair = upstream.issue();
  await sendRequest(origin, calls.deleteAccount.path, { method: 'POST', cookie: cookiesOf(pair), body: {} });
  await gateways[0]?.close();
  expect(spentTokens()).toEqual([]);
});

describe('sealed cookies', () => {
  test('of two sessions are no session, and both are cleared', async () => {
    const origin = await start({ COOKIE_KEYS: keys });
    const [mine, other] = [cookiesAfter(await signIn(origin)), cookiesAfter(await signIn(origin))];
    const mixed = `${mine.split('; ')[0]}; ${other.split('; ')[1]}`;
    const response = await sendRequest(origin, '/session', { cookie: mixed });
    expect(response.json()).toEqual({ signedIn: false, authType: null });
    expect(response.setCookies).toEqual([
      expect.stringMatching(/^access_token=; Max-Age=0/),
      expect.stringMatching(/^refresh_token=; Max-Age=0/),
    ]);
    for (const cookie of [mine, ...mine.split('; ')]) {
      expect((await sendRequest(origin, '/session', { cookie })).json()).toMatchObject({ signedIn: true });
    }
  });

  test.each([
    ['a sign-out', signOut],
    [
      'a deletion',
      (origin, cookie) => sendRequest(origin, calls.deleteAccount.path, { method: 'POST', cookie, body: {} }),
    ],
    ['a hand-over', (origin, cookie) => navigate(origin, '/session/extension', { cookie })],
    ['another sign-in', signIn],
  ] satisfies [string, (origin: string, cookie: string) => Promise<HttpResponse>][])(
    'that a refresh has set are void when the browser gets them after %s, and are cleared',
    async (_, end) => {
      const origin = await start({ COOKIE_KEYS: keys, EXTENSION_ID: 'a'.repeat(32) });
      const signedIn = await signIn(origin);
      upstream.expire();
      const late = await sendRequest(origin, path, { cookie: cookiesAfter(signedIn) });
      const ended = await end(origin, cookiesAfter(signedIn));
      const inOrder = await sendRequest(origin, path, { cookie: cookiesAfter(signedIn, late, ended) });
      expect([inOrder.status, inOrder.headers['session-ended']]).toEqual([end === signIn ? 200 : 401, undefined]);
      const cookie = cookiesAfter(signedIn, ended, late);
      expect((await sendRequest(origin, path, { cookie })).status).toBe(401);
      const response = await sendRequest(origin, '/session', { cookie });
      expect(response.json()).toMatchObject({ signedIn: false });
      expect(response.setCookies).toEqual([
        expect.stringMatching(/^access_token=; Max-Age=0/),
        expect.stringMatching(/^refresh_token=; Max-Age=0/),
      ]);
      expect(
        (await sendRequest(origin, path, { cookie: cookiesAfter(signedIn, ended, await signIn(origin, cookie)) }))
          .status,
      ).toBe(200);
    },
  );

  test('are void after a hand-over that finds their session ended', async () => {
    const origin = await start({ COOKIE_KEYS: keys, EXTENSION_ID: 'a'.repeat(32) });
    const signedIn = await signIn(origin);
    // Its response is lost.
    await signOut(origin, cookiesAfter(signedIn));
    const handedOver = await navigate(origin, '/session/extension', { cookie: cookiesAfter(signedIn) });
    expect(handedOver.headers.location).toMatch(/\/enter$/);
    const response = await sendRequest(origin, '/session', { cookie: cookiesAfter(signedIn, handedOver) });
    expect(response.json()).toMatchObject({ signedIn: false });
  });

  test('keep their session after a refresh', async () => {
    const origin = await start({ COOKIE_KEYS: keys });
    const before = cookiesAfter(await signIn(origin));
    upstream.expire();
    const after = cookiesAfter(await sendRequest(origin, path, { cookie: before }));
    const mixed = `${after.split('; ')[0]}; ${before.split('; ')[1]}`;
    expect((await sendRequest(origin, '/session', { cookie: mixed })).json()).toMatchObject({ signedIn: true });
  });
});

describe('a session past its absolute lifetime', () => {
  const env = { COOKIE_KEYS: keys, SESSION_ABSOLUTE_MAX_AGE_S: '1' };
  const expiredCookie = async (origin: string) => {
    const cookie = cookiesAfter(await signIn(origin));
    await expect
      .poll(async () => (await sendRequest(origin, '/session', { cookie })).json(), { interval: 100 })
      .toEqual({ signedIn: false, authType: null });
    return cookie;
  };

  test('has ended for every call, and its refresh token is spent once', async () => {
    const origin = await start(env);
    const cookie = await expiredCookie(origin);
    const responses = await Promise.all(
      [path, calls.visitorCountry.path, path].map((each) => sendRequest(origin, each, { cookie })),
    );
    for (const response of responses) {
      expect([response.status, response.headers['session-ended']]).toEqual([401, '1']);
      expect(response.json()).toMatchObject({ code: 16 });
      expect(response.setCookies).toContainEqual(expect.stringMatching(/^refresh_token=; Max-Age=0/));
    }
    await gateways[0]?.close();
    expect(newRefreshes().length).toBe(1);
  });

  test('can be followed by a new sign-in', async () => {
    const origin = await start(env);
    const cookie = await expiredCookie(origin);
    const response = await signIn(origin, cookie);
    expect(response.status).toBe(200);
    expect(cookiesAfter(response)).toMatch(/access_token=.+refresh_token=/);
  });

  test('is not enforced without sealed cookies, which have no known age', async () => {
    const origin = await start({ SESSION_ABSOLUTE_MAX_AGE_S: '1' });
    const cookie = cookiesAfter(await signIn(origin));
    await new Promise((resolve) => setTimeout(resolve, 1_100));
    expect((await sendRequest(origin, path, { cookie })).status).toBe(200);
  });
});
