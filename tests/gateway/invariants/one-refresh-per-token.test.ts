import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { calls } from '#shared/calls.ts';
import { open } from '../../../gateway/session/seal.ts';
import { hashToken, sealingKey } from '../../../gateway/session/token-keys.ts';
import { createGate } from '../../support/gate.ts';
import { startGateway, type TestGateway } from '../../support/gateway.ts';
import { startRedis, type TestRedis } from '../../support/redis.ts';
import { cookiesOf, type RotatingUpstream, startRotatingUpstream } from '../../support/rotating-upstream.ts';
import { cookiesAfter, navigate, sendAndDisconnect, sendRequest } from '../../support/send-request.ts';
import type { ReceivedRequest } from '../../support/upstream.ts';

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

let refreshesBefore: number;
beforeEach(() => {
  refreshesBefore = upstream.refreshes().length;
  upstream.beforeRefresh = async () => undefined;
});
const newRefreshes = () => upstream.refreshes().length - refreshesBefore;
const originOf = (index: number) => replicas[index % replicas.length]?.origin ?? '';

test('1,000 concurrent requests with one expired token over two replicas make exactly one refresh', async () => {
  const cookie = cookiesOf(upstream.issue());
  upstream.expire();
  const responses = await Promise.all(
    Array.from({ length: 1_000 }, (_, index) => sendRequest(originOf(index), path, { cookie })),
  );
  expect(newRefreshes()).toBe(1);
  expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]));
  // Every request got the same new pair.
  expect(new Set(responses.map((response) => cookiesAfter(response))).size).toBe(1);
  expect(cookiesAfter(responses[0] as (typeof responses)[0])).toMatch(
    /^access_token=access-[\w-]+; refresh_token=refresh-[\w-]+$/,
  );
});

test('a POST is repeated with its body', async () => {
  const cookie = cookiesOf(upstream.issue());
  upstream.expire();
  const body = { receive_newsletters: true };
  const { status } = await sendRequest(originOf(0), calls.updateSettings.path, { method: 'POST', cookie, body });
  expect(status).toBe(200);
  const sent = upstream.requestsTo(calls.updateSettings.path);
  expect(sent.map((request) => JSON.parse(request.body))).toEqual([body, body]);
  expect(new Set(sent.map(({ headers }) => headers['trace-id'])).size).toBe(1);
});

describe('a late request with the previous pair', () => {
  test('gets the new pair from any replica, without a second refresh', async () => {
    const cookie = cookiesOf(upstream.issue());
    upstream.expire();
    const first = await sendRequest(originOf(0), path, { cookie });
    for (const index of [0, 1]) {
      const late = await sendRequest(originOf(index), path, { cookie });
      expect([late.status, cookiesAfter(late)]).toEqual([200, cookiesAfter(first)]);
    }
    expect(newRefreshes()).toBe(1);
  });

  test('gets the newest pair after several refreshes', async () => {
    const oldest = cookiesOf(upstream.issue());
    let newest = oldest;
    for (const index of [0, 1, 0]) {
      upstream.expire();
      newest = cookiesAfter(await sendRequest(originOf(index), path, { cookie: newest }));
    }
    const late = await sendRequest(originOf(1), path, { cookie: oldest });
    expect([late.status, cookiesAfter(late)]).toEqual([200, newest]);
    expect(newRefreshes()).toBe(3);
  });

  test('refreshes the newest pair if it has expired, too', async () => {
    const oldest = cookiesOf(upstream.issue());
    upstream.expire();
    const second = cookiesAfter(await sendRequest(originOf(0), path, { cookie: oldest }));
    upstream.expire();
    // The access token of the second pair and the refresh token of the first.
    const mixed = `${second.split('; ')[0]}; ${oldest.split('; ')[1]}`;
    expect((await sendRequest(originOf(1), path, { cookie: mixed })).status).toBe(200);
    expect(newRefreshes()).toBe(2);
  });
});

test('a session with only a refresh cookie is refreshed before the first call', async () => {
  const { refresh } = upstream.issue();
  const before = upstream.requestsTo(path).length;
  const response = await sendRequest(originOf(0), path, { cookie: `refresh_token=${refresh}` });
  expect(response.status).toBe(200);
  expect(cookiesAfter(response)).toContain('access_token=access-');
  expect([newRefreshes(), upstream.requestsTo(path).length - before]).toEqual([1, 1]);
});

test('an upstream that keeps the refresh token gets one refresh for each expired access token', async () => {
  const { access, refresh } = upstream.issue();
  upstream.expire();
  let cookie = cookiesOf({ access, refresh });
  for (const _ of [1, 2, 3]) {
    upstream.expire();
    const next = upstream.issue();
    upstream.respondToRefresh = (response) => {
      response
        .writeHead(200, { 'content-type': 'application/json' })
        .end(JSON.stringify({ access_token: next.access }));
    };
    const response = await sendRequest(originOf(0), path, { cookie });
    cookie = cookiesAfter(response);
    expect([response.status, cookie]).toEqual([200, cookiesOf({ access: next.access, refresh })]);
  }
  upstream.respondToRefresh = null;
  expect(newRefreshes()).toBe(3);
});

test('a client that disconnects does not stop the refresh: waiting and late requests get the pair', async () => {
  const gate = createGate();
  upstream.beforeRefresh = gate.pass;
  const cookie = cookiesOf(upstream.issue());
  upstream.expire();
  await sendAndDisconnect(originOf(0), path, { cookie }, gate.arrived);
  const waiting = sendRequest(originOf(1), path, { cookie });
  gate.open();
  const waited = await waiting;
  const late = await sendRequest(originOf(0), path, { cookie });
  expect([waited.status, late.status, newRefreshes()]).toEqual([200, 200, 1]);
  expect(cookiesAfter(late)).toBe(cookiesAfter(waited));
});

test('a hand-over to the extension waits for a refresh at another replica', async () => {
  const cookie = cookiesOf(upstream.issue());
  upstream.expire();
  const gate = createGate();
  upstream.beforeRefresh = gate.pass;
  const refreshing = sendRequest(originOf(0), path, { cookie });
  await gate.arrived;
  const handedOver = navigate(originOf(1), '/session/extension', { cookie });
  await sendRequest(originOf(1), '/session');
  gate.open();
  const fragment = String((await handedOver).headers.location).split('#')[1];
  const handed = Object.fromEntries(new URLSearchParams(fragment));
  const authorization = handed.access_token ?? '';
  expect((await sendRequest(upstream.origin, path, { headers: { authorization } })).status).toBe(200);
  await refreshing;
  expect(newRefreshes()).toBe(1);
});

test('the refresh request contains the refresh token and no other credentials', async () => {
  const { access, refresh } = upstream.issue();
  upstream.expire();
  await sendRequest(originOf(0), path, {
    cookie: `${cookiesOf({ access, refresh })}; locale=uk`,
    headers: { accept: 'text/html' },
  });
  const { body, headers } = upstream.refreshes().at(-1) as ReceivedRequest;
  expect(JSON.parse(body)).toEqual({ refresh_token: refresh });
  expect(headers).toMatchObject({
    'app-identity': 'skerry.site.account',
    'user-locale': 'uk',
    accept: 'application/json',
  });
  expect([headers.authorization, headers.cookie]).toEqual([undefined, undefined]);
  // The refresh carries the id of the request that needed it.
  expect(headers['trace-id']).toBe(upstream.requestsTo(path).at(-1)?.headers['trace-id']);
});

test('a token that is reused after its grace period is refused and reported', async () => {
  const cookie = cookiesOf(upstream.issue());
  upstream.expire();
  await sendRequest(originOf(0), path, { cookie });
  const successors = await redis.client.keys('skerry:next:*');
  await redis.client.del(...successors);
  expect((await sendRequest(originOf(1), path, { cookie })).headers['session-ended']).toBe('1');
  const events = await replicas[1]?.app.metrics.getSingleMetric('gateway_security_events_total')?.get();
  expect(events?.values).toContainEqual(expect.objectContaining({ labels: { event: 'token reused' }, value: 1 }));
});

test('tokens in Redis are sealed, key names are hashes or random ids, and everything expires', async () => {
  const pair = upstream.issue();
  upstream.expire();
  const cookie = cookiesAfter(await sendRequest(originOf(0), path, { cookie: cookiesOf(pair) }));
  const keys = await redis.client.keys('*');
  const values = await Promise.all(keys.map((key) => redis.client.get(key)));
  const ttls = await Promise.all(keys.map((key) => redis.client.pttl(key)));
  const secrets = [...Object.values(pair), ...[...cookie.matchAll(/=([^;]+)/g)].map(([, token]) => token)];
  const decoded = values.map((value) => Buffer.from(value ?? '', 'base64').toString('latin1'));
  for (const secret of secrets) expect([...keys, ...values, ...decoded].join('\n')).not.toContain(secret);
  expect(ttls.every((ttl) => ttl > 0 && ttl <= 300_000)).toBe(true);

  const next = (await redis.client.get(`skerry:next:${hashToken(pair.refresh)}`)) ?? '';
  expect(open([sealingKey(pair.refresh)], 'next', next)).toContain(secrets.at(-1));
  for (const other of [pair.access, secrets.at(-1) ?? '']) expect(open([sealingKey(other)], 'next', next)).toBeNull();
});

test('the other replica waits for a refresh that takes longer than its lease', { timeout: 20_000 }, async () => {
  const gate = createGate();
  upstream.beforeRefresh = gate.pass;
  const cookie = cookiesOf(upstream.issue());
  upstream.expire();
  const waiting = [0, 1].map((index) => sendRequest(originOf(index), path, { cookie }));
  await gate.arrived;
  // A lease expires after three seconds unless it is extended.
  await pause(4_500);
  gate.open();
  for (const { status } of await Promise.all(waiting)) expect(status).toBe(200);
  expect(newRefreshes()).toBe(1);
});
