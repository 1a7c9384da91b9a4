import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { type Call, calls } from '#shared/calls.ts';
import { type GatewayAndUpstream, type LogLine, startGateway, startGatewayAndUpstream } from '../../support/gateway.ts';
import { startRedis } from '../../support/redis.ts';
import { sendRequest } from '../../support/send-request.ts';
import { sendJson } from '../../support/upstream.ts';

const lines: LogLine[] = [];
let pair: GatewayAndUpstream;
let received: string[] = [];
beforeAll(async () => {
  pair = await startGatewayAndUpstream({}, lines);
});
afterAll(() => pair.close());
beforeEach(() => {
  lines.splice(0);
  received = [];
  pair.upstream.respond = ({ url }, response) => {
    received.push(url);
    sendJson(response, 200, {});
  };
});

const cookie = 'access_token=an-access-token; refresh_token=a-refresh-token';
const renew = (headers: Readonly<Record<string, string>>, origin = pair.gateway.origin) =>
  sendRequest(origin, calls.renewSubscription.path, { method: 'POST', cookie, headers, body: {} });
const key = () => ({ 'idempotency-key': crypto.randomUUID() });

test('a write that the browser repeats is not passed on again, and its outcome counts as unknown', async () => {
  const headers = key();
  expect((await renew(headers)).status).toBe(200);
  const repeated = await renew(headers);
  expect([repeated.status, JSON.parse(repeated.text)]).toEqual([
    504,
    { code: 4, message: 'Request was already received' },
  ]);
  expect(received).toEqual([calls.renewSubscription.path]);
  expect(lines.find((line) => 'cause' in line)).toMatchObject({ cause: 'repeated' });
});

test('it is found while the first one is running', async () => {
  const headers = key();
  let respond = () => {};
  pair.upstream.respond = ({ url }, response) => {
    received.push(url);
    respond = () => sendJson(response, 200, {});
  };
  const first = renew(headers);
  await expect.poll(() => received).toHaveLength(1);
  expect((await renew(headers)).status).toBe(504);
  respond();
  expect((await first).status).toBe(200);
  expect(received).toHaveLength(1);
});

test('another replica finds it, even if Redis was away when it was first sent', async () => {
  const redis = await startRedis();
  const replicas = await Promise.all([1, 2].map(() => startGateway(pair.upstream.origin, { REDIS_URL: redis.url })));
  onTestFinished(async () => {
    redis.thaw();
    for (const replica of replicas) await replica.close();
    await redis.close();
  });
  const sendTo = (replica: number, headers: Readonly<Record<string, string>>) =>
    renew(headers, replicas[replica]?.origin);
  redis.freeze();
  // A frozen Redis would receive the first one later. The second one is not sent, because Redis counts as down.
  await sendTo(0, key());
  const headers = key();
  expect((await sendTo(0, headers)).status).toBe(200);
  redis.thaw();
  await expect.poll(() => redis.client.keys('skerry:write:*'), { timeout: 10_000 }).toHaveLength(2);
  expect((await sendTo(1, headers)).status).toBe(504);
});

test('writes with other keys, and those without, are passed on', async () => {
  const statuses = [];
  for (const headers of [key(), key(), {}, {}]) statuses.push((await renew(headers)).status);
  expect(statuses).toEqual([200, 200, 200, 200]);
  expect(received).toHaveLength(4);
});

test('a write without a session is left to the upstream, and its key is not remembered', async () => {
  const headers = key();
  const send = () =>
    sendRequest(pair.gateway.origin, calls.renewSubscription.path, { method: 'POST', headers, body: {} });
  expect([(await send()).status, (await send()).status]).toEqual([200, 200]);
});

test('a public write without a session is executed once, too', async () => {
  const headers = key();
  const apply = () => sendRequest(pair.gateway.origin, calls.applyNewEmail.path, { method: 'POST', headers, body: {} });
  expect([(await apply()).status, (await apply()).status]).toEqual([200, 504]);
});

test('a call that may be executed twice is passed on twice', async () => {
  const headers = key();
  const rename = () =>
    sendRequest(pair.gateway.origin, calls.renameDevice.path, { method: 'PUT', cookie, headers, body: {} });
  expect([(await rename()).status, (await rename()).status]).toEqual([200, 200]);
});

test.each(Object.values(calls).filter((call: Call) => call.once))(
  '$path is executed once',
  async ({ method, path }) => {
    const headers = key();
    const send = () => sendRequest(pair.gateway.origin, path, { method, cookie, headers, body: {} });
    expect([(await send()).status, (await send()).status]).toEqual([200, 504]);
    expect(received).toEqual([path]);
  },
);
