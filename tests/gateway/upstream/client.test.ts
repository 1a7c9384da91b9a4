import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { calls } from '#shared/calls.ts';
import { readConfig } from '../../../gateway/config.ts';
import type { Problem } from '../../../gateway/http/problem.ts';
import { UpstreamClient } from '../../../gateway/upstream/client.ts';
import { demoEnvironment } from '../../../scripts/demo-environment.ts';
import { callContext as context } from '../../support/call-context.ts';
import { observeLookups } from '../../support/lookups.ts';
import { startSilentServer } from '../../support/silent-server.ts';
import { sendJson, startUpstream, type TestUpstream } from '../../support/upstream.ts';
import { buildSessionApp } from '../session/session-app.ts';

const megabyte = 1024 * 1024;
const nextTurn = () => new Promise((resolve) => setImmediate(resolve));
let upstream: TestUpstream;
let client: UpstreamClient;

const connect = (env: Readonly<Record<string, string>> = {}) => {
  const ports = { port: 3000, sandboxPort: 1, adminPort: 0 };
  client = new UpstreamClient(readConfig({ ...demoEnvironment(ports), API_BASE_URL: upstream.origin, ...env }));
};
beforeEach(async () => {
  upstream = await startUpstream();
  connect();
});
afterEach(async () => {
  await client.close();
  await upstream.close();
});

let sent = 0;
/** From one of four networks in turn: one alone may fill half of the queue. */
const send = (more: Partial<Parameters<UpstreamClient['send']>[0]> = {}) => {
  const { path } = calls.profile;
  sent += 1;
  return client.send({
    call: calls.profile,
    path,
    context: { ...context, network: `203.0.113.${sent % 4}` },
    accessToken: 'token',
    body: null,
    maxBytes: 1_000,
    ...more,
  });
};
/** Sends a request without waiting for its response. */
const sendAndForget = (body: Buffer | null = null) => void send({ body }).response.catch(() => undefined);
const failureOf = (response: Promise<unknown>) =>
  response.then(
    () => null,
    (problem: Problem) => problem.failure,
  );

test('requests that cannot be sent take no connection', async () => {
  const invalid = [
    { context: { ...context, accept: 'a\x7f' } },
    { accessToken: 'to\nken' },
    { path: `${calls.profile.path}?a=\n` },
  ];
  const problem = expect.objectContaining({ message: 'Request cannot be sent', failure: 'internal error' });
  for (let count = 0; count < 600; count += 1) expect(() => send(invalid[count % 3])).toThrow(problem);
  expect((await send().response).status).toBe(200);
});

describe('one request', () => {
  test('has the method, path, query, headers and body of its call', async () => {
    const call = calls.verifyOneTimeCode;
    const { status, body } = await send({ call, path: `${call.path}?a=b`, body: '{"code":"1"}' }).response;
    expect([status, String(body)]).toEqual([200, '{}']);
    expect(upstream.requests[0]?.headers['content-type']).toBe('application/json');
    expect(upstream.requests).toMatchObject([
      { method: 'POST', url: `${call.path}?a=b`, headers: { authorization: 'token' }, body: '{"code":"1"}' },
    ]);
  });

  test('without a body has no Content-Type', async () => {
    await send().response;
    expect(upstream.requests[0]?.headers['content-type']).toBeUndefined();
  });

  test('may have a long response, which is read in turns', async () => {
    const long = Buffer.alloc(megabyte, 'long');
    upstream.respond = (_, response) => response.end(long);
    expect((await send({ maxBytes: megabyte }).response).body.equals(long)).toBe(true);
  });

  test.each(['/api', '/api/'])('is sent below the path of API_BASE_URL: %s', async (base) => {
    await client.close();
    connect({ API_BASE_URL: upstream.origin + base });
    await send().response;
    expect(upstream.requests[0]?.url).toBe(`/api${calls.profile.path}`);
  });

  test('ends when it is aborted, or after UPSTREAM_TIMEOUT_MS', async () => {
    upstream.respond = () => undefined;
    const { response, abort } = send();
    await expect.poll(() => upstream.requests).toHaveLength(1);
    abort();
    await expect(response).rejects.toMatchObject({ message: 'Client went away', status: 499 });
    await client.close();
    connect({ UPSTREAM_TIMEOUT_MS: '100' });
    await expect(send().response).rejects.toMatchObject({ message: 'Upstream timed out', status: 504 });
  });

  test('in the queue ends when the client closes', async () => {
    upstream.respond = () => undefined;
    const failures = Array.from({ length: 1_024 }, () => failureOf(send().response));
    await client.close();
    expect(new Set(await Promise.all(failures))).toEqual(new Set(['refused']));
  });

  test('in flight ends when the client closes', async () => {
    upstream.respond = () => undefined;
    const failure = failureOf(send().response);
    await expect.poll(() => upstream.requests).toHaveLength(1);
    await client.close();
    expect(await failure).not.toBeNull();
  });
});

describe('requests that wait for a connection', () => {
  test('are 1,024 at most, and leave the queue when they have one', async () => {
    for (let count = 0; count < 1_024; count += 1) sendAndForget();
    expect(() => send()).toThrow('Too many requests are waiting, please try again');
    await expect.poll(() => upstream.requests.length).toBeGreaterThan(512);
    expect((await send().response).status).toBe(200);
  });

  test('have bodies of 8 MB at most, and exactly 4 MB of one network', async () => {
    for (let count = 0; count < 8; count += 1) sendAndForget(Buffer.alloc(megabyte));
    expect(() => send({ body: 'x' })).toThrow('Too many requests are waiting');
    sendAndForget();
    await expect.poll(() => upstream.requests).toHaveLength(9);
    expect((await send({ body: Buffer.alloc(4 * megabyte) }).response).status).toBe(200);
    expect(() => send({ body: Buffer.alloc(4 * megabyte + 1) })).toThrow('Too many requests are waiting');
  });
});

test('one network has half of the places in the queue, and half of the connections', async () => {
  upstream.respond = () => undefined;
  const from = (network: string) => send({ context: { ...context, network } }).response.catch(() => undefined);
  for (let count = 0; count < 512; count += 1) void from('203.0.113.9');
  expect(() => from('203.0.113.9')).toThrow('Too many requests are waiting');
  await expect.poll(() => upstream.requests).toHaveLength(256);
  void from('203.0.113.10');
  await expect.poll(() => upstream.requests).toHaveLength(257);
});

test('other connections to the upstream share its lookups', async () => {
  const lookups = observeLookups();
  await send().response;
  await expect.poll(() => lookups).toHaveLength(1);
  await promisify(client.lookup)('localhost', {});
  await nextTurn();
  expect(lookups).toHaveLength(1);
});

test('the bytes of all responses in memory are counted, with and without tokens', async () => {
  const { app } = await buildSessionApp(upstream.origin, []);
  onTestFinished(() => app.close());
  const metric = async () =>
    /^gateway_upstream_response_bytes (\d+)$/m.exec(await app.metrics.metrics())?.[1] ?? 'absent';
  upstream.respond = ({ url }, response) => response.end(url === calls.profile.path ? 'x'.repeat(30) : '{}');
  const more = { context, accessToken: 'token', body: null, maxBytes: 1_000 };
  const held = await Promise.all(
    [calls.profile, calls.refreshTokens].map((call) => app.upstream.send({ call, path: call.path, ...more }).response),
  );
  // 256 more for each of the two chunks.
  expect([app.upstream.heldBytes, await metric()]).toEqual([544, '544']);
  for (const { release } of held) release();
  expect([app.upstream.heldBytes, await metric()]).toEqual([0, '0']);
});

/** Bytes of all buffers after a garbage collection. */
async function heldBytes(): Promise<number> {
  setFlagsFromString('--expose-gc');
  const collect: () => void = runInNewContext('gc');
  for (let count = 0; count < 3; count += 1) {
    collect();
    await nextTurn();
  }
  return process.memoryUsage().arrayBuffers;
}

test('requests do not wait for the first TLS connection to succeed', async () => {
  const silent = await startSilentServer();
  await client.close();
  connect({ API_BASE_URL: silent.origin, UPSTREAM_CONNECT_TIMEOUT_MS: '10000' });
  sendAndForget();
  sendAndForget();
  await expect.poll(() => silent.opened).toBe(2);
});

test('connections of requests whose clients have left are not opened', async () => {
  const silent = await startSilentServer();
  await client.close();
  connect({ API_BASE_URL: silent.origin, UPSTREAM_CONNECT_TIMEOUT_MS: '500' });
  // One network may have 128 handshakes.
  const exchanges = Array.from({ length: 140 }, () => send({ context: { ...context, network: '203.0.113.9' } }));
  const failures = exchanges.map(({ response }) => failureOf(response));
  await expect.poll(() => silent.opened).toBe(128);
  for (const { abort } of exchanges.slice(128)) abort();
  await Promise.all(failures);
  await pause(200);
  expect(silent.opened).toBe(128);
});

describe('requests whose clients disconnect', () => {
  test('hold no memory while the upstream hangs, and are not sent', async () => {
    upstream.respond = () => undefined;
    const hanging = Array.from({ length: 512 }, () => send());
    for (const { response } of hanging) response.catch(() => undefined);
    await expect.poll(() => upstream.requests.length, { timeout: 20_000 }).toBe(512);
    const before = await heldBytes();
    for (let count = 0; count < 100; count += 1) {
      const { response, abort } = send({ body: Buffer.alloc(megabyte) });
      const failure = failureOf(response);
      abort();
      expect(await failure).toBeUndefined();
    }
    expect((await heldBytes()) - before).toBeLessThan(10 * megabyte);
    // The next connection is used for a request whose client still waits.
    const waiting = send({ path: `${calls.profile.path}?waits` });
    waiting.response.catch(() => undefined);
    hanging[0]?.abort();
    await expect.poll(() => upstream.requests.length).toBe(513);
    expect(upstream.requests[512]?.url).toBe(`${calls.profile.path}?waits`);
  });

  test('count against the queue until the HTTP client drops them, when they would get a connection', async () => {
    for (let count = 0; count < 8; count += 1) {
      const { response, abort } = send({ body: Buffer.alloc(megabyte) });
      response.catch(() => undefined);
      abort();
    }
    expect(() => send({ body: 'x' })).toThrow('Too many requests are waiting');
    const sendHalf = () => failureOf(send({ body: Buffer.alloc(4 * megabyte) }).response);
    await expect.poll(async () => Promise.all([sendHalf(), sendHalf()])).toEqual([null, null]);
  });
});

describe('with traces', () => {
  /** A span that records its children. */
  const trace = () => {
    const children: { name: string; kind: string; ended?: unknown }[] = [];
    const startChild = (name: string, kind: string) => {
      const child: (typeof children)[number] = { name, kind };
      children.push(child);
      return { traceparent: 'parent', end: (attributes: unknown) => Object.assign(child, { ended: attributes }) };
    };
    return { children, context: { ...context, span: { startChild } as never } };
  };

  test('a request has a span, which is the parent of the upstream’s spans', async () => {
    const { children, context: traced } = trace();
    upstream.respond = (_, response) => sendJson(response, 418, {});
    await send({ context: traced, path: `${calls.profile.path}?secret=1` }).response;
    const ended = { 'url.path': calls.profile.path, 'http.response.status_code': 418 };
    expect(children).toEqual([{ name: 'upstream', kind: 'client', ended }]);
    expect(upstream.requests[0]?.headers.traceparent).toBe('parent');
  });

  test('the span of a failed request names the cause', async () => {
    const { children, context: traced } = trace();
    upstream.respond = (_, response) => response.destroy();
    await send({ context: traced }).response.catch(() => undefined);
    const { abort, response } = send({ context: traced });
    abort();
    await response.catch(() => undefined);
    const path = { 'url.path': calls.profile.path };
    expect(children.map(({ ended }) => ended)).toEqual([
      { ...path, 'error.type': 'reset' },
      { ...path, 'error.type': 'aborted' },
    ]);
  });

  test('without a span, the upstream gets a traceparent that is not sampled', async () => {
    await send().response;
    const { traceparent } = upstream.requests[0]?.headers ?? {};
    expect(traceparent).toMatch(/^00-0f8fad5bd9cb469fa16570867728950e-[\da-f]{16}-00$/);
  });
});
