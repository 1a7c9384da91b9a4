import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type Call, calls } from '#shared/calls.ts';
import { buildGateway } from '../../../gateway/app.ts';
import { readConfig } from '../../../gateway/config.ts';
import { createLogger } from '../../../gateway/operations/logger.ts';
import type { UpstreamRequest } from '../../../gateway/upstream/client.ts';
import type { UpstreamResponse } from '../../../gateway/upstream/exchange.ts';
import { demoEnvironment } from '../../../scripts/demo-environment.ts';
import { fromRoot } from '../../../scripts/root.ts';
import { callContext } from '../../support/call-context.ts';
import { type HttpResponse, sendRequest } from '../../support/send-request.ts';
import { sendJson, startUpstream, type TestUpstream } from '../../support/upstream.ts';

let upstream: TestUpstream;
let app: Awaited<ReturnType<typeof buildGateway>>;
let origin: string;

beforeAll(async () => {
  upstream = await startUpstream();
  const config = readConfig({
    ...demoEnvironment({ port: 3000, sandboxPort: 1, adminPort: 0 }),
    API_BASE_URL: upstream.origin,
    CLIENT_DIR: fromRoot('tests/fixtures/build/client'),
    LOG_LEVEL: 'silent',
    RATE_LIMIT_EXEMPT: '127.0.0.1,203.0.113.0/24',
    TRUST_PROXY: '127.0.0.1',
    // Longer than a busy machine needs to send all requests of a test.
    UPSTREAM_TIMEOUT_MS: '60000',
  });
  app = await buildGateway(config, createLogger(config));
  origin = await app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(async () => {
  await app.close();
  await upstream.close();
});

/** Clients that disconnect when the test ends. */
const waiting = new Set<Socket>();

/**
 * From four networks. Plain sockets, because this many HTTP clients would use too much CPU time. A hundred at a time: a
 * gateway whose event loop is busy refuses calls.
 */
async function sendMany(count: number, requestLine: string, headers: readonly string[], body = ''): Promise<void> {
  const lines = [`${requestLine} HTTP/1.1`, 'Host: localhost', 'Origin: http://localhost:3000', ...headers];
  for (let index = 0; index < count; index += 1) {
    const socket = connect(Number(new URL(origin).port), '127.0.0.1');
    socket.on('error', () => undefined);
    const from = `X-Forwarded-For: 203.0.113.${index % 4}`;
    socket.write(`${[...lines, from].join('\r\n')}\r\n\r\n${body}`);
    waiting.add(socket);
    if (index % 100 === 99) await once(socket, 'connect');
  }
}
const readProfile = () => sendRequest(origin, calls.profile.path, { cookie: 'access_token=a' });
const refusal = [503, { code: 14, message: 'Too many requests are waiting, please try again' }, '2'];
const describeRefusal = (response: HttpResponse) => [response.status, response.json(), response.headers['retry-after']];
const getProfile = [`GET ${calls.profile.path}`, ['Cookie: access_token=a']] as const;

afterEach(async () => {
  for (const socket of waiting) socket.destroy();
  waiting.clear();
  upstream.respond = (_, response) => sendJson(response, 200, {});
  await expect.poll(async () => (await readProfile()).status).toBe(200);
});

test('a bounded number of requests waits for a hanging upstream; the next one gets 503 with Retry-After', async () => {
  upstream.respond = () => undefined;
  const before = upstream.requests.length;
  // 512 have a connection, and 1,024 wait for one.
  await sendMany(1_536, ...getProfile);
  await expect.poll(() => upstream.requests.length - before, { timeout: 50_000 }).toBe(512);
  await expect.poll(() => app.responsesInFlight.size, { timeout: 50_000 }).toBe(1_536);
  expect(describeRefusal(await readProfile())).toEqual(refusal);
}, 150_000);

test('a bounded size of request bodies waits for a hanging upstream; the next one gets 503 with Retry-After', async () => {
  upstream.respond = () => undefined;
  const before = upstream.requests.length;
  await sendMany(512, ...getProfile);
  await expect.poll(() => upstream.requests.length - before, { timeout: 50_000 }).toBe(512);
  const body = JSON.stringify({ text: 'x'.repeat(65_000) });
  const inQueue = Math.floor((8 * 1024 * 1024) / body.length);
  const headers = ['Content-Type: application/json', `Content-Length: ${body.length}`];
  await sendMany(inQueue, `POST ${calls.verifyNewEmail.path}`, headers, body);
  // A body counts once it has arrived.
  const complete = () => [...app.responsesInFlight.values()].filter(({ req }) => req.complete).length;
  await expect.poll(complete, { timeout: 50_000 }).toBe(512 + inQueue);
  expect(describeRefusal(await sendRequest(origin, calls.verifyNewEmail.path, { method: 'POST', body }))).toEqual(
    refusal,
  );
}, 150_000);

test('a bounded size of responses is in memory, half of it for one network; the next long one gets a 503, a short one passes', async () => {
  const body = Buffer.alloc(4_000_000, ' ');
  upstream.respond = (_, response) => response.writeHead(200, { 'content-type': 'application/json' }).end(body);
  const held: UpstreamResponse[] = [];
  const request: UpstreamRequest = {
    call: calls.profile,
    path: calls.profile.path,
    context: callContext,
    accessToken: 'a',
    body: null,
    maxBytes: body.length,
  };
  const from = (network: string) => app.upstream.send({ ...request, context: { ...callContext, network } }).response;
  // 20 MB, of which 8 MB are for short responses. One network gets half.
  held.push(await from('192.0.2.1'));
  await expect(from('192.0.2.1')).rejects.toMatchObject({ failure: 'too many waiting' });
  for (const network of ['192.0.2.2', '192.0.2.3']) held.push(await from(network));
  expect(describeRefusal(await readProfile())).toEqual(refusal);
  upstream.respond = (_, response) => sendJson(response, 200, {});
  expect((await readProfile()).status).toBe(200);
  upstream.respond = (_, response) => response.writeHead(200, { 'content-type': 'application/json' }).end(body);
  for (const response of held) response.release();
  expect((await readProfile()).status).toBe(200);
});

test('responses with tokens have memory of their own: what they bring cannot be requested again', async () => {
  const body = Buffer.alloc(60_000, ' ');
  upstream.respond = (_, response) => response.writeHead(200, { 'content-type': 'application/json' }).end(body);
  const held: UpstreamResponse[] = [];
  const send = (call: Call, network: number) =>
    app.upstream.send({
      call,
      path: call.path,
      context: { ...callContext, network: `192.0.2.${network}` },
      accessToken: null,
      body: null,
      maxBytes: body.length,
    }).response;
  // 20 MB, half for each network.
  for (let count = 0; count < 560; count += 1) {
    const response = await send(calls.profile, count % 2).catch(() => null);
    if (response) held.push(response);
  }
  await expect(send(calls.profile, 3)).rejects.toMatchObject({ failure: 'too many waiting' });
  for (const call of [calls.refreshTokens, calls.verifyOneTimeCode]) held.push(await send(call, 3));
  for (const response of held) response.release();
  expect(app.upstream.heldBytes).toBe(0);
});

test('a declared length over 4 MB is refused immediately', async () => {
  upstream.respond = (_, response) => response.writeHead(200, { 'content-length': 4 * 1024 * 1024 + 1 }).write('{');
  const started = performance.now();
  const { status, headers } = await readProfile();
  expect([status, headers['retry-after']]).toEqual([502, '2']);
  // UPSTREAM_TIMEOUT_MS is a minute.
  expect(performance.now() - started).toBeLessThan(5_000);
});

test.each([
  ['after', 'a length', { 'content-length': '200012' }, 200],
  ['after', 'chunks', {}, 200],
  ['in the middle of', 'a length', { 'content-length': '300000' }, 502],
] as const)(
  'long responses of an upstream that closes its connection %s each, with %s, leave the gateway running',
  async (_, __, headers, status) => {
    const body = JSON.stringify({ items: 'x'.repeat(200_000) });
    upstream.respond = (_, response) => {
      response.writeHead(200, { 'content-type': 'application/json', connection: 'close', ...headers });
      response.end(body, () => response.socket?.end());
    };
    // Only a few are read at a time, so others are paused when their connection closes.
    for (let round = 0; round < 5; round += 1) {
      const responses = await Promise.all(Array.from({ length: 30 }, readProfile));
      expect(new Set(responses.map((response) => response.status))).toEqual(new Set([status]));
      if (status === 200) expect(responses.every(({ text }) => text === body)).toBe(true);
    }
  },
);
