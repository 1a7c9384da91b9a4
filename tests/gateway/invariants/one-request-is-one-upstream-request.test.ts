import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { calls } from '#shared/calls.ts';
import {
  type GatewayAndUpstream,
  startGateway,
  startGatewayAndUpstream,
  type TestGateway,
} from '../../support/gateway.ts';
import { sendRequest } from '../../support/send-request.ts';
import { sendJson, type TestUpstream } from '../../support/upstream.ts';
import { readUntilClosed, sendRaw } from '../http/send-raw.ts';

const { path } = calls.profile;
const cookie = 'access_token=a; refresh_token=r';
let pair: GatewayAndUpstream;
// Separate gateways, because on a busy machine any request may take as long as these timeouts.
let shortUpstreamTimeout: TestGateway;
let shortRequestTimeout: TestGateway;
beforeAll(async () => {
  pair = await startGatewayAndUpstream();
  shortUpstreamTimeout = await startGateway(pair.upstream.origin, { UPSTREAM_TIMEOUT_MS: '1000' });
  shortRequestTimeout = await startGateway(pair.upstream.origin, { REQUEST_TIMEOUT_MS: '500' });
});
afterAll(async () => {
  await Promise.all([shortUpstreamTimeout.close(), shortRequestTimeout.close()]);
  await pair.close();
});
afterEach(() => {
  pair.upstream.respond = (_, response) => sendJson(response, 200, {});
});

describe('no request is repeated, and each failure has its status', () => {
  const cases: [string, number, number, TestUpstream['respond']][] = [
    [
      'a 503 with Retry-After',
      503,
      14,
      (_, r) => sendJson(r, 503, { code: 14, message: 'x' }, { 'retry-after': '30' }),
    ],
    ['a 500', 500, 13, (_, r) => sendJson(r, 500, { code: 13, message: 'x' })],
    ['a reset', 502, 14, (_, r) => r.destroy()],
    [
      'a reset in mid-body',
      502,
      14,
      (_, r) => r.writeHead(200, { 'content-length': '9' }).write('{', () => r.destroy()),
    ],
    ['a missing response', 504, 4, () => undefined],
    ['a response that never ends', 504, 4, (_, r) => void r.writeHead(200).write('{')],
    ['a redirect', 502, 13, (_, r) => r.writeHead(302, { location: path }).end()],
    ['a redirect to elsewhere', 502, 13, (_, r) => r.writeHead(307, { location: 'https://evil.example/' }).end()],
    ['an unexpected 304', 502, 13, (_, r) => r.writeHead(304).end()],
    ['a response that is not HTTP', 502, 13, (_, r) => void r.socket?.end('nonsense\r\n\r\n')],
    [
      'headers without end',
      502,
      13,
      (_, r) => void r.socket?.end(`HTTP/1.1 200 OK\r\nx: ${'x'.repeat(70_000)}\r\n\r\n`),
    ],
  ];
  test.each(cases)('%s', async (_, status, code, respond) => {
    pair.upstream.respond = respond;
    const gateway = status === 504 ? shortUpstreamTimeout : pair.gateway;
    for (const method of ['GET', 'POST'] as const) {
      const before = pair.upstream.requests.length;
      const call = method === 'GET' ? path : calls.updateSettings.path;
      const given = await sendRequest(gateway.origin, call, {
        method,
        cookie,
        ...(method === 'POST' && { body: {} }),
      });
      expect([given.status, (given.json() as { code: number }).code]).toEqual([status, code]);
      expect(given.headers['trace-id']).toMatch(/^[\da-f-]{36}$/);
      expect([given.headers.location, given.setCookies]).toEqual([undefined, []]);
      expect(pair.upstream.requests.length - before).toBe(1);
    }
  });

  test('an informational response is not taken for the final response', async () => {
    pair.upstream.respond = (_, response) => {
      response.writeEarlyHints({ link: '</x>; rel=preload' });
      sendJson(response, 200, { a: 1 });
    };
    const { status, json } = await sendRequest(pair.gateway.origin, path, { cookie });
    expect([status, json()]).toEqual([200, { a: 1 }]);
  });
});

describe('an upstream that cannot be reached', () => {
  test.each([
    ['refuses connections', 'http://127.0.0.1:1'],
    ['has an unknown host name', 'http://nowhere.invalid'],
  ])('and %s is a 502 that does not reveal its address', async (_, address) => {
    const gateway = await startGateway(address);
    const response = await sendRequest(gateway.origin, path, { cookie });
    expect([response.status, response.json()]).toEqual([502, { code: 14, message: 'Upstream cannot be reached' }]);
    await gateway.close();
  });

  test('and accepts connections without a TLS handshake is a 504', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const gateway = await startGateway(`https://localhost:${port}`, { UPSTREAM_CONNECT_TIMEOUT_MS: '100' });
    const response = await sendRequest(gateway.origin, path, { cookie });
    expect([response.status, response.json()]).toEqual([504, { code: 4, message: 'Upstream timed out' }]);
    await gateway.close();
    server.close();
  });
});

describe('a request body', () => {
  const post = calls.updateSettings.path;

  test('is passed on with DELETE and PUT', async () => {
    for (const call of [calls.unlinkDevice, calls.renameDevice, calls.deleteRouter]) {
      await sendRequest(pair.gateway.origin, call.path, { method: call.method, cookie, body: { device_id: '1' } });
      const sent = pair.upstream.requests.at(-1);
      expect([sent?.method, sent?.body, sent?.headers['content-length']]).toEqual([
        call.method,
        '{"device_id":"1"}',
        '17',
      ]);
    }
  });

  test('is passed on byte for byte', async () => {
    const body = '{ "a" : 12345678901234567890.10, "a": "\\u00e9 é" }\n';
    await sendRequest(pair.gateway.origin, post, { method: 'POST', cookie, body });
    expect(pair.upstream.requests.at(-1)?.body).toBe(body);
  });

  test.each([
    ['a body over the limit', 'x'.repeat(70_000), {}, 413, 3],
    ['invalid JSON', '{"a":', {}, 400, 3],
    ['another type', 'a=1', { 'content-type': 'application/x-www-form-urlencoded' }, 415, 3],
    ['plain text', '{}', { 'content-type': 'text/plain' }, 415, 3],
  ])('%s is never sent upstream', async (_, body, headers, status, code) => {
    const before = pair.upstream.requests.length;
    const response = await sendRequest(pair.gateway.origin, post, { method: 'POST', cookie, body, headers });
    expect([response.status, (response.json() as { code: number }).code]).toEqual([status, code]);
    expect(pair.upstream.requests.length).toBe(before);
  });

  const open = async (head: string, gateway = pair.gateway) => {
    const { port, host } = new URL(gateway.origin);
    const socket = connect(Number(port), 'localhost');
    await once(socket, 'connect');
    socket.write(
      `POST ${post} HTTP/1.1\r\nHost: ${host}\r\nSec-Fetch-Site: same-origin\r\nCookie: ${cookie}\r\n${head}\r\n`,
    );
    return socket;
  };

  test('without a declared length is refused', async () => {
    const before = pair.upstream.requests.length;
    const socket = await open('Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n');
    socket.write('2\r\n{}\r\n0\r\n\r\n');
    expect(await readUntilClosed(socket)).toMatch(/^HTTP\/1\.1 411 /);
    expect(pair.upstream.requests.length).toBe(before);
  });

  test('that arrives too slowly gets 408', async () => {
    const socket = await open('Content-Type: application/json\r\nContent-Length: 100\r\n', shortRequestTimeout);
    const drip = setInterval(() => socket.write('{'), 100);
    const response = await readUntilClosed(socket);
    clearInterval(drip);
    expect(response).toMatch(/^HTTP\/1\.1 408 /);
    expect(response).toContain('"code":4');
  });

  test('headers that arrive too slowly get 408', async () => {
    const { port } = new URL(shortRequestTimeout.origin);
    expect(await sendRaw(Number(port), 'GET / HTTP/1.1\r\nHost: localhost\r\n')).toMatch(/^HTTP\/1\.1 408 /);
  });

  test('a request with Expect, Upgrade or hop-by-hop headers is handled normally', async () => {
    const socket = await open(
      'Content-Type: application/json\r\nContent-Length: 2\r\nExpect: 100-continue\r\nKeep-Alive: timeout=5\r\nUpgrade: h2c\r\nConnection: close, upgrade, cookie\r\n',
    );
    socket.write('{}');
    expect(await readUntilClosed(socket)).toContain('HTTP/1.1 200 ');
    expect(Object.keys(pair.upstream.requests.at(-1)?.headers ?? {})).not.toContain('upgrade');
  });
});

test("an unknown Expect header does not bypass the gateway's rules", async () => {
  const before = pair.upstream.requests.length;
  const response = await sendRaw(
    Number(new URL(pair.gateway.origin).port),
    `GET ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nExpect: banana\r\n\r\n`,
  );
  expect(response).toMatch(/^HTTP\/1\.1 200 .*\r\ntrace-id: /is);
  expect(pair.upstream.requests.length).toBe(before + 1);
});

test('a connection that the upstream has closed is not reused', async () => {
  pair.upstream.respond = (_, response) => sendJson(response, 200, {}, { connection: 'close' });
  for (let round = 0; round < 5; round += 1) {
    expect((await sendRequest(pair.gateway.origin, path, { cookie })).status).toBe(200);
    await pause(5);
  }
});

test('for duplicate keys, the upstream gets the value that was counted for the rate limit', async () => {
  const body = '{"email":"first@example.com","email":"counted@example.com"}';
  await sendRequest(pair.gateway.origin, calls.requestOneTimeCode.path, { method: 'POST', body });
  expect(pair.upstream.requests.at(-1)?.body).toBe('{"email":"counted@example.com"}');
});
