import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { connect } from 'node:net';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { calls } from '#shared/calls.ts';
import { createGate } from '../../support/gate.ts';
import { type GatewayAndUpstream, startGatewayAndUpstream } from '../../support/gateway.ts';
import { startRedis } from '../../support/redis.ts';
import { sendAndDisconnect, sendRequest } from '../../support/send-request.ts';
import { sendJson } from '../../support/upstream.ts';

const { path } = calls.profile;
let pair: GatewayAndUpstream;
beforeAll(async () => {
  pair = await startGatewayAndUpstream();
});
afterAll(() => pair.close());

/** Holds the next request at the upstream without a response. */
const hold = () => {
  const gate = createGate();
  const held = new Promise<ServerResponse>((resolve) => {
    pair.upstream.respond = (_, response) => {
      void gate.pass();
      resolve(response);
    };
  });
  return { arrived: gate.arrived, held };
};

test('a client that disconnects aborts the upstream request', async () => {
  const { arrived, held } = hold();
  await sendAndDisconnect(pair.gateway.origin, path, { cookie: 'access_token=a' }, arrived);
  const response = await held;
  if (!response.destroyed) await once(response, 'close');
  expect(response.writableFinished).toBe(false);
});

test('a request that changes something is aborted, too', async () => {
  const { arrived, held } = hold();
  const options = { method: 'POST', cookie: 'access_token=a', body: { receive_newsletters: true } } as const;
  await sendAndDisconnect(pair.gateway.origin, calls.updateSettings.path, options, arrived);
  const response = await held;
  if (!response.destroyed) await once(response, 'close');
  expect(response.writableFinished).toBe(false);
});

test.each([
  calls.verifyOneTimeCode,
  calls.signInWithPermanentToken,
  calls.signInWithAccountCode,
  calls.requestOneTimeCode,
])('a sign-in continues without its client: $path', async (call) => {
  const { arrived, held } = hold();
  await sendAndDisconnect(pair.gateway.origin, call.path, { method: 'POST', body: { code: '123456' } }, arrived);
  const response = await held;
  // Once a later request has its response, the gateway has noticed the disconnect.
  pair.upstream.respond = (_, other) => sendJson(other, 200, {});
  await sendRequest(pair.gateway.origin, path);
  expect(response.destroyed).toBe(false);
  sendJson(response, 200, { access_token: 'a', refresh_token: 'r' });
  await once(response, 'finish');
});

test('clients that disconnect in mid-body do not exhaust the upstream connections', async () => {
  const body = JSON.stringify({ text: 'x'.repeat(200_000) });
  pair.upstream.respond = (_, response) => response.writeHead(200, { 'content-type': 'application/json' }).end(body);
  const { port } = new URL(pair.gateway.origin);
  const leave = async () => {
    const socket = connect(Number(port), 'localhost');
    socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\nCookie: access_token=a\r\n\r\n`);
    await once(socket, 'data');
    socket.destroy();
  };
  // More than there are connections.
  for (let round = 0; round < 12; round += 1) await Promise.all(Array.from({ length: 50 }, leave));
  const response = await sendRequest(pair.gateway.origin, path, { cookie: 'access_token=a' });
  expect([response.status, response.text.length]).toEqual([200, body.length]);
}, 60_000);

test('pipelined requests of a client that disconnects are not sent upstream', async () => {
  const { arrived, held } = hold();
  const { port } = new URL(pair.gateway.origin);
  const socket = connect(Number(port), 'localhost');
  const sentBefore = pair.upstream.requestsTo(path).length;
  socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\nCookie: access_token=a\r\n\r\n`.repeat(3));
  await arrived;
  socket.destroy();
  const response = await held;
  if (!response.destroyed) await once(response, 'close');
  expect(response.writableFinished).toBe(false);
  const inFlight = () => pair.gateway.app.metrics.getSingleMetricAsString('gateway_requests_in_flight');
  await expect.poll(inFlight).toMatch(/ 0$/m);
  expect(pair.upstream.requestsTo(path).length - sentBefore).toBe(1);
});

test('a client that disconnects while the rate limit waits for Redis causes no upstream request', async () => {
  const redis = await startRedis();
  const slow = await startGatewayAndUpstream({ REDIS_URL: redis.url, RATE_LIMIT_PER_MINUTE: '50' });
  onTestFinished(async () => {
    redis.thaw();
    await slow.close();
    await redis.close();
  });
  const targets: (string | undefined)[] = [];
  slow.upstream.respond = ({ url }, response) => {
    targets.push(url);
    sendJson(response, 200, {});
  };
  redis.freeze();
  const { port } = new URL(slow.gateway.origin);
  const socket = connect(Number(port), 'localhost');
  const inFlight = () => slow.gateway.app.metrics.getSingleMetricAsString('gateway_requests_in_flight');
  // No poll: the rate limit waits for Redis for less than a second.
  const arrived = once(slow.gateway.app.server, 'request');
  socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\nCookie: access_token=a\r\n\r\n`);
  await arrived;
  expect(await inFlight()).toMatch(/ 1$/m);
  socket.destroy();
  await expect.poll(inFlight).toMatch(/ 0$/m);
  // The next request waits for Redis as well, and finishes later.
  await sendRequest(slow.gateway.origin, calls.visitorCountry.path);
  expect(targets).toEqual([calls.visitorCountry.path]);
});
