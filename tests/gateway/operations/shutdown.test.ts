import { once } from 'node:events';
import { Agent, get, type IncomingMessage } from 'node:http';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { calls } from '#shared/calls.ts';
import { hashToken } from '../../../gateway/session/token-keys.ts';
import { type GatewayProcess, startGatewayProcess } from '../../support/gateway-process.ts';
import { startRedis } from '../../support/redis.ts';
import { sendAndDisconnect } from '../../support/send-request.ts';
import { freePorts } from '../../support/stack.ts';
import { sendJson, startUpstream, type TestUpstream } from '../../support/upstream.ts';

let upstream: TestUpstream;
let gateway: GatewayProcess;
let finish: () => void;

beforeEach(async () => {
  upstream = await startUpstream();
  upstream.respond = (_, response) => {
    finish = () => sendJson(response, 200, { done: true });
  };
});
afterEach(async () => {
  await gateway.close();
  await upstream.close();
});

async function start(env: Readonly<Record<string, string>> = {}): Promise<void> {
  const [port = 0] = await freePorts(1);
  // Long timeouts, because requests wait at the upstream until the test continues, and the machine may be busy.
  const longTimeouts = { UPSTREAM_TIMEOUT_MS: '60000', SHUTDOWN_GRACE_MS: '60000' };
  gateway = await startGatewayProcess(port, 1, { API_BASE_URL: upstream.origin, ...longTimeouts, ...env });
}

async function readyz(): Promise<{ status: number; body: unknown }> {
  const response = await fetch(`${gateway.adminOrigin}/readyz`);
  return { status: response.status, body: await response.json() };
}

/** Resolves when the server refuses connections, about a second after SIGTERM. */
async function untilRefused(): Promise<void> {
  const refused = () =>
    fetch(`${gateway.origin}/session`).then(
      () => 'accepted',
      () => 'refused',
    );
  await expect.poll(refused).toBe('refused');
}

test('on SIGTERM, readiness fails first, a second later new connections are refused, requests in flight finish, and the process exits', async () => {
  await start();
  expect((await readyz()).status).toBe(200);
  const underWay = fetch(`${gateway.origin}/web/v1/geoip/ip/info`);
  await expect.poll(() => upstream.requests.length).toBe(1);

  const signaledAt = performance.now();
  const ended = gateway.close();
  await expect.poll(readyz, { interval: 10 }).toMatchObject({ status: 503, body: { status: 'shutting down' } });
  // It still accepts requests for a second, because load balancers check readiness at intervals.
  expect((await fetch(`${gateway.origin}/session`)).status).toBe(200);
  await untilRefused();
  // A timer may be a millisecond early.
  expect(performance.now() - signaledAt).toBeGreaterThan(990);

  finish();
  const response = await underWay;
  expect(response.status).toBe(200);
  expect(await response.json()).toEqual({ done: true });
  await ended;
  expect(gateway.output()).toContain('Shutting down');
});

test('a client that could still connect gets a response, even if its request arrives after the gateway stops listening', async () => {
  await start();
  const ended = gateway.close();
  const responses: Promise<string>[] = [];
  const open = () =>
    new Promise<Socket | null>((resolve) => {
      const socket = connect(Number(new URL(gateway.origin).port), '127.0.0.1', () => resolve(socket));
      socket.once('error', () => resolve(null));
    });
  for (let socket = await open(); socket; socket = await open()) {
    const opened = socket;
    const response = text(opened).catch(String);
    responses.push(
      pause(50).then(() => {
        opened.write('GET /session HTTP/1.1\r\nhost: localhost\r\n\r\n');
        return response;
      }),
    );
    await pause(5);
  }
  const [last, ...others] = (await Promise.all(responses)).reverse();
  for (const response of others) expect(response).toMatch(/^HTTP\/1\.1 200 /);
  // The system may have accepted it in the moment in which the gateway stopped.
  expect(last).toMatch(/^HTTP\/1\.1 200 |ECONNRESET/);
  await ended;
});

test('new connections are refused even if they never stop coming', async () => {
  await start();
  const port = Number(new URL(gateway.origin).port);
  const pages = 'GET /enter HTTP/1.1\r\nhost: localhost\r\n\r\n'.repeat(4);
  let refusedAt = Number.POSITIVE_INFINITY;
  const reconnect = () => {
    if (refusedAt < performance.now()) return;
    const socket = connect(port, '127.0.0.1', () => socket.end(pages)).resume();
    socket.once('close', () => setImmediate(reconnect));
    socket.once('error', ({ code }: NodeJS.ErrnoException) => {
      if (code === 'ECONNREFUSED') refusedAt = Math.min(refusedAt, performance.now());
    });
  };
  for (let count = 0; count < 300; count += 1) reconnect();
  const signaledAt = performance.now();
  await gateway.close();
  expect(refusedAt - signaledAt).toBeLessThan(3_000);
});

test('a second SIGTERM changes nothing', async () => {
  await start();
  const underWay = fetch(`${gateway.origin}/web/v1/geoip/ip/info`);
  await expect.poll(() => upstream.requests.length).toBe(1);
  const ended = [gateway.close(), gateway.close()];
  await untilRefused();
  void gateway.close();
  finish();
  expect(await (await underWay).json()).toEqual({ done: true });
  await Promise.all(ended);
  expect(gateway.output().match(/Shutting down/g)).toHaveLength(1);
});

test('a keep-alive connection that was busy during shutdown does not delay it', async () => {
  await start();
  const agent = new Agent({ keepAlive: true });
  const pending = get(`${gateway.origin}/web/v1/geoip/ip/info`, { agent });
  await expect.poll(() => upstream.requests.length).toBe(1);
  const ended = gateway.close();
  await untilRefused();
  finish();
  const [response] = (await once(pending, 'response')) as [IncomingMessage];
  expect(await text(response)).toContain('done');
  await ended;
  agent.destroy();
});

test('a slow client gets the rest of its response', async () => {
  await start();
  const items = 'x'.repeat(4_000_000);
  upstream.respond = (_, response) => sendJson(response, 200, { items });
  const [response] = (await once(get(`${gateway.origin}/web/v1/geoip/ip/info`), 'response')) as [IncomingMessage];
  const ended = gateway.close();
  await untilRefused();
  // Connections whose requests are not complete are closed after another second.
  await new Promise((resolve) => setTimeout(resolve, 1_500));
  expect(await text(response)).toBe(JSON.stringify({ items }));
  await ended;
});

test.each([
  ['headers', 'GET /session HTTP/1.1\r\nHost: localhost\r\n'],
  [
    'a body',
    'POST /web/v1/account/update-settings HTTP/1.1\r\nHost: localhost\r\nSec-Fetch-Site: same-origin\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{"a"',
  ],
])('a half-sent request does not delay shutdown: %s', async (_, half) => {
  await start({ REQUEST_TIMEOUT_MS: '60000' });
  const socket = connect(Number(new URL(gateway.origin).port), 'localhost');
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  socket.write(half);
  const underWay = fetch(`${gateway.origin}/web/v1/geoip/ip/info`);
  await expect.poll(() => upstream.requests.length).toBe(1);
  const ended = gateway.close();
  await once(socket, 'close');
  finish();
  expect(await (await underWay).json()).toEqual({ done: true });
  await ended;
});

test('a refresh whose clients have disconnected is finished and stored for other replicas', async () => {
  const redis = await startRedis();
  try {
    await start({ REDIS_URL: redis.url });
    let refreshed = () => {};
    upstream.respond = ({ url }, response) => {
      if (url !== calls.refreshTokens.path) return sendJson(response, 401, { code: 16, message: 'expired' });
      refreshed = () => sendJson(response, 200, { access_token: 'new', refresh_token: 'newer' });
    };
    const begun = () => upstream.requestsTo(calls.refreshTokens.path).length;
    const isRefreshing = expect.poll(begun).toBe(1);
    await sendAndDisconnect(
      gateway.origin,
      calls.profile.path,
      { cookie: 'access_token=old; refresh_token=older' },
      isRefreshing,
    );
    const ended = gateway.close();
    await untilRefused();
    refreshed();
    await ended;
    expect(await redis.client.exists(`skerry:next:${hashToken('older')}`)).toBe(1);
  } finally {
    await redis.close();
  }
});

test('requests that do not finish within the grace period are aborted', async () => {
  await start({ SHUTDOWN_GRACE_MS: '1500' });
  const underWay = fetch(`${gateway.origin}/web/v1/geoip/ip/info`).catch(() => 'cut');
  await expect.poll(() => upstream.requests.length).toBe(1);
  const started = performance.now();
  await gateway.close();
  // UPSTREAM_TIMEOUT_MS is a minute.
  expect(performance.now() - started).toBeLessThan(10_000);
  expect(gateway.output()).toContain('Not everything was finished within SHUTDOWN_GRACE_MS');
  expect(await underWay).toBe('cut');
});
