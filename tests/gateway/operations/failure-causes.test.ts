import { pbkdf2 } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { calls } from '#shared/calls.ts';
import { buildGateway } from '../../../gateway/app.ts';
import { readConfig } from '../../../gateway/config.ts';
import { createLogger } from '../../../gateway/operations/logger.ts';
import { decodeBody } from '../../../gateway/upstream/decode-body.ts';
import { demoEnvironment } from '../../../scripts/demo-environment.ts';
import { fromRoot } from '../../../scripts/root.ts';
import { sendRequest } from '../../support/send-request.ts';
import { freePorts } from '../../support/stack.ts';
import { type ReceivedRequest, sendJson, startUpstream, type TestUpstream } from '../../support/upstream.ts';

interface Line {
  readonly traceId: string;
  readonly status: number;
  readonly cause?: string;
  readonly security?: string;
  readonly level?: string;
}

const lines: Line[] = [];
let upstream: TestUpstream;
let gateway: Awaited<ReturnType<typeof start>>;
// A separate gateway, because on a busy machine any response may take as long as this timeout.
let shortTimeoutGateway: Awaited<ReturnType<typeof start>>;

async function start(apiBaseUrl: string, env: Readonly<Record<string, string>> = {}) {
  const [port = 0] = await freePorts(1);
  const config = readConfig({
    ...demoEnvironment({ port, sandboxPort: 1, adminPort: 0 }),
    API_BASE_URL: apiBaseUrl,
    CLIENT_DIR: fromRoot('tests/fixtures/build/client'),
    ...env,
  });
  const app = await buildGateway(config, createLogger(config, { write: (line) => lines.push(JSON.parse(line)) }));
  await app.listen({ host: '127.0.0.1', port });
  return { app, origin: `http://localhost:${port}` };
}

beforeAll(async () => {
  upstream = await startUpstream();
  gateway = await start(upstream.origin);
  shortTimeoutGateway = await start(upstream.origin, { UPSTREAM_TIMEOUT_MS: '300' });
});
afterAll(async () => {
  await Promise.all([gateway.app.close(), shortTimeoutGateway.app.close()]);
  await upstream.close();
});
beforeEach(() => {
  lines.length = 0;
});

type Respond = TestUpstream['respond'];

const gatewayFor = (cause: string) => (cause === 'timed out' ? shortTimeoutGateway : gateway);

const countOf = async (cause: string): Promise<number> => {
  const text = await gatewayFor(cause).app.metrics.getSingleMetricAsString('gateway_failures_total');
  return Number(new RegExp(`cause="${cause}"} (\\d+)`).exec(text)?.[1]);
};

const longBody = gzipSync(JSON.stringify({ text: ' '.repeat(65_536) }));

const decoding: Promise<unknown>[] = [];
afterEach(() => Promise.allSettled(decoding.splice(0)));

/** The threads that decode are busy for half a second, and no more responses may wait for them. */
const respondWhileDecodersAreBusy: Respond = (_, response) => {
  const headers = { 'content-encoding': 'gzip' };
  for (let thread = 0; thread < 4; thread += 1) pbkdf2('', '', 1_000_000, 32, 'sha512', () => undefined);
  const decode = (network: string) => decoding.push(decodeBody({ headers, body: longBody }, 100_000, network));
  for (const network of ['a', 'b']) decode(network);
  for (let index = 0; index < 2_048; index += 1) decode('a');
  response.writeHead(200, headers).end(longBody);
};

const causes: readonly (readonly [string, number, Respond])[] = [
  ['reset', 502, (_, response) => response.destroy()],
  ['timed out', 504, () => undefined],
  ['too long', 502, (_, response) => response.writeHead(200, { 'content-length': 5_000_000 }).write('x')],
  ['unreadable', 502, (_, response) => sendJson(response, 302, {}, { location: '/elsewhere' })],
  ['unreadable', 502, (_, response) => sendJson(response, 200, {}, { 'content-encoding': 'gzip' })],
  // A response could be smuggled past a reader that picks another one of the two.
  ...['2', '3'].map((second): [string, number, Respond] => [
    'unreadable',
    502,
    (_, { socket }) => socket?.end(`HTTP/1.1 200 OK\r\ncontent-length: 2\r\ncontent-length: ${second}\r\n\r\n{}`),
  ]),
  ['holds a token', 502, (_, response) => sendJson(response, 200, { access_token: 'a' })],
  ['too many waiting', 503, respondWhileDecodersAreBusy],
  ['upstream 5xx', 503, (_, response) => sendJson(response, 503, { code: 14, message: 'maintenance' })],
];

test.each(causes)('%s is the cause in the log and in the metric (%i)', async (cause, status, respond) => {
  upstream.respond = respond;
  const before = await countOf(cause);
  const response = await sendRequest(gatewayFor(cause).origin, calls.profile.path, { cookie: 'access_token=a' });
  expect(response.status).toBe(status);
  const traceId = response.headers['trace-id'];
  await expect
    .poll(() => lines.find((line) => line.status && line.traceId === traceId))
    .toMatchObject({ status, cause });
  expect(await countOf(cause)).toBe(before + 1);
  await expect.poll(() => gatewayFor(cause).app.upstream.heldBytes).toBe(0);
});

test('a connection that is refused has the cause "refused"', async () => {
  const [port = 0] = await freePorts(1);
  const other = await start(`http://localhost:${port}`);
  const response = await sendRequest(other.origin, calls.profile.path, { cookie: 'access_token=a' });
  expect([response.status, response.headers['retry-after']]).toEqual([502, '2']);
  await expect.poll(() => lines.find(({ status }) => status === 502)).toMatchObject({ cause: 'refused' });
  await other.app.close();
});

test('a sign-in link that is fetched in advance has the cause "prefetch"', async () => {
  const before = await countOf('prefetch');
  const headers = { 'sec-purpose': 'prefetch' };
  const response = await sendRequest(gateway.origin, '/profile?token=t', { headers });
  expect(response.status).toBe(503);
  await expect.poll(() => lines.find(({ status }) => status === 503)).toMatchObject({ cause: 'prefetch' });
  expect(await countOf('prefetch')).toBe(before + 1);
});

/** Rejects every access token; `respondToRefresh` handles the refresh. */
const expired =
  (respondToRefresh: Respond): Respond =>
  (request: ReceivedRequest, response) =>
    request.url === calls.refreshTokens.path
      ? respondToRefresh(request, response)
      : sendJson(response, 401, { code: 16, message: 'expired' });

const failedRefreshes: readonly (readonly [string, number, Respond])[] = [
  ['reset', 503, (_, response) => response.destroy()],
  ['timed out', 504, () => undefined],
  ['upstream 5xx', 503, (_, response) => sendJson(response, 500, { code: 13, message: 'down' })],
  ['unreadable', 502, (_, response) => sendJson(response, 200, { nothing: true })],
  ['too many waiting', 503, respondWhileDecodersAreBusy],
];

test.each(failedRefreshes)('a failed refresh has its own cause: %s', async (cause, status, respond) => {
  upstream.respond = expired(respond);
  const cookie = `access_token=a; refresh_token=${cause.replaceAll(' ', '-')}-${status}`;
  const response = await sendRequest(gatewayFor(cause).origin, calls.profile.path, { cookie });
  expect(response.status).toBe(status);
  await expect.poll(() => lines.find((line) => line.status === status)).toMatchObject({ cause });
});

test('a refused refresh whose body contains tokens is reported, and ends no session', async () => {
  const refusal = { code: 16, message: 'spent', access_token: 'stray-access', refresh_token: 'stray-refresh' };
  upstream.respond = expired((_, response) => sendJson(response, 401, refusal));
  const cookie = 'access_token=a; refresh_token=held';
  const response = await sendRequest(gateway.origin, calls.profile.path, { cookie });
  expect([response.status, response.headers['session-ended'], response.setCookies]).toEqual([502, undefined, []]);
  expect(response.text).not.toContain('stray');
  const traceId = response.headers['trace-id'];
  const report = { level: 'error', traceId, err: { message: 'A refused refresh holds tokens' } };
  await expect.poll(() => lines.find(({ level }) => level === 'error')).toMatchObject(report);
  await expect.poll(() => lines.find(({ status }) => status === 502)).toMatchObject({ cause: 'holds a token' });
  expect(JSON.stringify(lines)).not.toContain('stray');
});

test('a refresh and its log line have the trace id of the request that needed it', async () => {
  upstream.respond = (request, response) => {
    if (request.url === calls.refreshTokens.path) {
      sendJson(response, 200, { access_token: 'new', refresh_token: 'newer' });
    } else if (request.headers.authorization === 'new') sendJson(response, 200, {});
    else sendJson(response, 401, { code: 16, message: 'expired' });
  };
  const count = upstream.requests.length;
  const response = await sendRequest(gateway.origin, calls.profile.path, { cookie: 'access_token=a; refresh_token=b' });
  const traceId = response.headers['trace-id'];
  const received = upstream.requests.slice(count).map(({ headers }) => headers);
  expect(received.map((headers) => headers['trace-id'])).toEqual([traceId, traceId, traceId]);
  const parents = received.map(({ traceparent }) => String(traceparent).split('-'));
  expect(parents.map(([, id]) => id)).toEqual(Array(3).fill(String(traceId).replaceAll('-', '')));
  expect(new Set(parents.map(([, , span]) => span)).size).toBe(3);
  expect(lines.find(({ security }) => security === 'session refreshed')).toMatchObject({ traceId });
});
