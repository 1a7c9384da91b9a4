import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { expect, onTestFinished, test, vi } from 'vitest';
import { calls } from '#shared/calls.ts';
import { FaultyTcpProxy } from '../../replicas/faulty-tcp-proxy.ts';
import { createGate } from '../../support/gate.ts';
import { startGateway } from '../../support/gateway.ts';
import { collectGarbage } from '../../support/heap-bytes.ts';
import { startRedis } from '../../support/redis.ts';
import { startRotatingUpstream, type TokenPair } from '../../support/rotating-upstream.ts';

// In a file of its own: what other tests leave to the garbage collector would be counted.

/** Collecting garbage takes long, so rarely. */
const patience = { interval: 500, timeout: 30_000 };
const clients = 150;

/** The clients leave as soon as their requests have arrived. */
async function sendAndLeave(origin: string, request: string, arrived: () => number, upstreamHas = () => clients) {
  const sockets = Array.from({ length: clients }, () => {
    const socket = connect(Number(new URL(origin).port), 'localhost');
    socket.write(request);
    return socket;
  });
  await vi.waitFor(() => expect(arrived(), 'the requests have arrived').toBeGreaterThan(0.8 * clients), patience);
  await vi.waitFor(() => expect(upstreamHas()).toBe(clients), patience);
  for (const socket of sockets) socket.destroy();
}
const body = JSON.stringify({ text: 'x'.repeat(40_000) });
const countBodies = () => {
  const bytes = () => {
    collectGarbage();
    return process.memoryUsage().arrayBuffers;
  };
  const before = bytes();
  return () => (bytes() - before) / body.length;
};
/** Of requests to this path of the gateway. */
const countRequests = (origin: string, path: string) => {
  const requests: WeakRef<IncomingMessage>[] = [];
  const remember = (message: unknown) => {
    const { request } = message as { readonly request: IncomingMessage };
    const isOurs = request.socket.localPort === Number(new URL(origin).port);
    if (isOurs && request.url?.startsWith(path)) requests.push(new WeakRef(request));
  };
  subscribe('http.server.request.start', remember);
  onTestFinished(() => void unsubscribe('http.server.request.start', remember));
  const inMemory = () => {
    collectGarbage();
    return requests.filter((each) => each.deref() !== undefined).length;
  };
  return { arrived: () => requests.length, inMemory };
};
const few = 0.3 * clients;
const longPost = (path: string, cookie: string) => {
  const headers = ['Host: localhost', 'Sec-Fetch-Site: same-origin', `Cookie: ${cookie}`];
  const bodyHeaders = ['Content-Type: application/json', `Content-Length: ${body.length}`];
  return [`POST ${path} HTTP/1.1`, ...headers, ...bodyHeaders, '', body].join('\r\n');
};

test('a client that leaves while its session is refreshed leaves nothing in memory', async () => {
  const upstream = await startRotatingUpstream();
  const gateway = await startGateway(upstream.origin);
  const gate = createGate();
  upstream.beforeRefresh = gate.pass;
  onTestFinished(async () => {
    gate.open();
    await gateway.close();
    await upstream.close();
  });
  const { path } = calls.updateSettings;
  const bodies = countBodies();
  await sendAndLeave(gateway.origin, longPost(path, `refresh_token=${upstream.issue().refresh}`), bodies);
  await vi.waitFor(() => expect(bodies(), 'the calls have ended').toBeLessThan(few), patience);
  expect(upstream.refreshes(), 'goes on without them').toHaveLength(1);
  expect(upstream.requestsTo(path)).toEqual([]);
}, 90_000);

/** Before the queue could have served them. */
const soon = { interval: 500, timeout: 5_000 };
const extension = 'abcdefghijklmnopabcdefghijklmnop';
const cookiesOf = ({ access, refresh }: TokenPair) => `access_token=${access}; refresh_token=${refresh}`;
const get = (path: string, ...headers: readonly string[]) =>
  [`GET ${path} HTTP/1.1`, 'Host: localhost', ...headers, '', ''].join('\r\n');
const navigation = ['Accept: text/html', 'Sec-Fetch-Dest: document', 'Sec-Fetch-Site: same-origin'];

for (const { what, path, isSentOn, request } of [
  {
    what: 'its sign-in, which replaces a session',
    path: calls.verifyOneTimeCode.path,
    isSentOn: true,
    request: (pair: TokenPair) => longPost(calls.verifyOneTimeCode.path, cookiesOf(pair)),
  },
  {
    what: 'its sign-in link',
    path: '/profile',
    isSentOn: false,
    request: ({ access, refresh }: TokenPair) =>
      get(`/profile?access_token=${access}&refresh_token=${refresh}`, ...navigation),
  },
  {
    what: 'the deletion of its account',
    path: calls.deleteAccount.path,
    isSentOn: true,
    request: (pair: TokenPair) => longPost(calls.deleteAccount.path, cookiesOf(pair)),
  },
  {
    what: 'its hand-over to the extension',
    path: '/session/extension',
    isSentOn: false,
    request: (pair: TokenPair) => get('/session/extension', ...navigation, `Cookie: ${cookiesOf(pair)}`),
  },
  {
    what: 'a call with an expired access token',
    path: calls.updateSettings.path,
    isSentOn: true,
    request: () => longPost(calls.updateSettings.path, 'access_token=expired'),
  },
])
  test(`a client that leaves while ${what} waits for Redis leaves nothing in memory`, async () => {
    const [upstream, redis] = await Promise.all([startRotatingUpstream(), startRedis()]);
    const slowRedis = new FaultyTcpProxy(Number(new URL(redis.url).port));
    await slowRedis.open();
    const gateway = await startGateway(upstream.origin, {
      REDIS_URL: `redis://127.0.0.1:${slowRedis.port}`,
      COOKIE_KEYS: '',
      EXTENSION_ID: extension,
    });
    onTestFinished(async () => {
      slowRedis.delayMs = 0;
      await gateway.close();
      await slowRedis.cut();
      await Promise.all([upstream.close(), redis.close()]);
    });
    slowRedis.delayMs = 400;
    const { arrived, inMemory } = countRequests(gateway.origin, path);
    const sentOn = () => (isSentOn ? upstream.requestsTo(path).length : clients);
    await sendAndLeave(gateway.origin, request(upstream.issue()), arrived, sentOn);
    await vi.waitFor(() => expect(inMemory(), 'they wait without their requests').toBeLessThan(few), soon);
  }, 90_000);

test.each([
  {
    what: 'its sign-in',
    path: calls.verifyOneTimeCode.path,
    request: longPost(calls.verifyOneTimeCode.path, 'theme=dark'),
    sentTo: calls.verifyOneTimeCode,
  },
  {
    what: 'its sign-in link',
    path: '/profile',
    request: get('/profile?token=permanent', ...navigation),
    sentTo: calls.signInWithPermanentToken,
  },
])(
  'a client that leaves while $what waits for the upstream leaves no request in memory',
  async (row) => {
    const upstream = await startRotatingUpstream();
    const gateway = await startGateway(upstream.origin);
    const gate = createGate();
    const { respond } = upstream;
    upstream.respond = async (request, response) => {
      await gate.pass();
      respond(request, response);
    };
    onTestFinished(async () => {
      gate.open();
      await gateway.close();
      await upstream.close();
    });
    const { arrived, inMemory } = countRequests(gateway.origin, row.path);
    const sent = () => upstream.requestsTo(row.sentTo.path).length;
    await sendAndLeave(gateway.origin, row.request, arrived, sent);
    await vi.waitFor(() => expect(inMemory(), 'they wait without their requests').toBeLessThan(few), soon);
  },
  90_000,
);
