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

/** The next request to the upstream, unanswered. */
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

test('a client that leaves ends the request upstream', async () => {
  const { arrived, held } = hold();
  await sendAndDisconnect(pair.gateway.origin, path, { cookie: 'access_token=a' }, arrived);
  const response = await held;
  if (!response.destroyed) await once(response, 'close');
  expect(response.writableFinished).toBe(false);
});

test('one that changes something is ended, too', async () => {
  const { arrived, held } = hold();
  const asking = { method: 'POST', cookie: 'access_token=a', body: { receive_newsletters: true } } as const;
  await sendAndDisconnect(pair.gateway.origin, calls.updateSettings.path, asking, arrived);
  const response = await held;
  if (!response.destroyed) await once(response, 'close');
  expect(response.writableFinished).toBe(false);
});

test.each([
  calls.verifyOneTimeCode,
  calls.signInWithPermanentToken,
  calls.signInWithAccountCode,
  calls.requestOneTimeCode,
])('a sign-in is finished without its client: $path', async (call) => {
  const { arrived, held } = hold();
  await sendAndDisconnect(pair.gateway.origin, call.path, { method: 'POST', body: { code: '123456' } }, arrived);
  const response = await held;
  // The gateway has seen the client go when it has answered somebody who came after.
  pair.upstream.respond = (_, other) => sendJson(other, 200, {});
  await sendRequest(pair.gateway.origin, path);
  expect(response.destroyed).toBe(false);
  sendJson(response, 200, { access_token: 'a', refresh_token: 'r' });
  await once(response, 'finish');
});

test('clients that leave in mid-body do not exhaust the connections to the upstream', async () => {
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

test('a client that leaves has none of the requests sent upstream that it has sent ahead', async () => {
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
  // Whoever comes after waits for Redis as well, and longer.
  await sendRequest(slow.gateway.origin, calls.visitorCountry.path);
  expect(targets).toEqual([calls.visitorCountry.path]);
});
