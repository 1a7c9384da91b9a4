import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { isAmbiguousPath } from '../../../gateway/policy/request-shape.ts';
import { parseRaw, sendRaw } from '../http/send-raw.ts';
import { buildGuardedApp, type GuardedApp } from './guarded-app.ts';

test.each([
  ['/web/v1/../v2/admin', true],
  ['/web/v1/profile/..', true],
  ['/web/v1/./profile', true],
  ['/web/v1/..;/admin', true],
  ['/web/v1/%2e%2e/admin', true],
  ['/web/v1/%2E%2E/admin', true],
  ['/web/v1%2fprofile', true],
  ['/web/v1/%252e%252e/admin', true],
  ['/web/v1/profile%00', true],
  ['/web/v1\\profile', true],
  ['/web/v1/%5cprofile', true],
  ['//evil.example/web/v1/profile', true],
  ['/web//v1/profile', true],
  ['http://evil.example/web/v1/profile', true],
  ['*', true],
  ['/web/v1/profil\u00e9', true],
  ['/web/v1/profile', false],
  ['/.well-known/security.txt', false],
  ['/assets/index-B1.js', false],
  ['/enter/account-code', false],
  ['/', false],
])('%s is suspicious: %s', (path, expected) => {
  expect(isAmbiguousPath(path)).toBe(expected);
});

const message = (response: string) => JSON.parse(parseRaw(response).body).message;

let guarded: GuardedApp;
let port: number;
const reached: string[] = [];

beforeAll(async () => {
  guarded = await buildGuardedApp();
  guarded.app.get('/web/v1/profile', { config: { access: 'public', rate: 'none' } }, async (request) => {
    reached.push(request.raw.url ?? '');
    return 'reached';
  });
  guarded.app.post('/body', { config: { access: 'public', rate: 'none' } }, async () => 'read');
  ({ port } = await guarded.listen());
});
beforeEach(() => {
  reached.splice(0);
});
afterAll(() => guarded.app.close());

test.each([
  '/web/v1/x/../profile',
  '/web/v1/%2e%2e/v1/profile',
  '/web/v1%2fprofile',
  '/web/v1//profile',
  '/web/v1/profile%00',
  '/web/v1\\profile',
  'http://evil.example/web/v1/profile',
])('%s reaches no route', async (target) => {
  const response = parseRaw(
    await sendRaw(port, `GET ${target} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`),
  );
  expect([400, 404]).toContain(response.status);
  expect(JSON.parse(response.body)).toEqual({ code: expect.any(Number), message: expect.any(String) });
  expect(reached).toEqual([]);
});

test('a path that cannot be decoded is a malformed request, and the response has every security header', async () => {
  const response = parseRaw(await sendRaw(port, 'GET /%zz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n'));
  expect(response.status).toBe(400);
  expect(JSON.parse(response.body)).toEqual({ code: 3, message: expect.any(String) });
  expect(response.headers.get('trace-id')).toMatch(/^[\da-f-]{36}$/);
  expect(response.headers.get('x-content-type-options')).toBe('nosniff');
});

test.each([
  ['1.1', 'chunked'],
  ['1.1', 'Chunked'],
  ['1.0', 'chunked'],
  ['1.0', 'identity'],
  ['0.9', 'chunked'],
  ['2.0', 'chunked'],
  ['1.1', 'gzip, chunked'],
])('HTTP/%s with Transfer-Encoding: %s is refused', async (version, encoding) => {
  const head = `POST /web/v1/profile HTTP/${version}\r\nHost: localhost\r\nConnection: keep-alive\r\n`;
  const next = 'GET /web/v1/profile HTTP/1.1\r\nHost: localhost\r\n\r\n';
  const response = await sendRaw(port, `${head}Transfer-Encoding: ${encoding}\r\n\r\n0\r\n\r\n${next}`);
  expect(parseRaw(response).status).toBe(411);
  expect(message(response)).toBe('A request body needs a Content-Length');
  // The connection is closed, because parsers disagree about where such a request ends.
  expect(response.match(/^HTTP\/1\.1 /gm)).toHaveLength(1);
  expect(reached).toEqual([]);
});

test.each([
  ['two Host headers', 'Host: localhost\r\nhost: evil.example\r\n'],
  ['no Host header', ''],
])('a request with %s is refused', async (_, headers) => {
  const response = parseRaw(await sendRaw(port, `GET /web/v1/profile HTTP/1.1\r\n${headers}\r\n`));
  expect(response.status).toBe(400);
  expect(JSON.parse(response.body).code).toBe(3);
});

test.each(['X-A: host', 'Hostname: a'])(
  'a header that only looks like Host does not count as one: %s',
  async (header) => {
    const headers = `Host: localhost\r\n${header}\r\nConnection: close\r\n`;
    const response = parseRaw(await sendRaw(port, `GET /web/v1/profile HTTP/1.1\r\n${headers}\r\n`));
    expect([response.status, response.body]).toEqual([200, 'reached']);
  },
);

test.each([
  ['GET', 'Content-Length: 1'],
  ['HEAD', 'Content-Length: 70000'],
])('%s with a body is refused (%s)', async (method, header) => {
  const response = parseRaw(
    await sendRaw(port, `${method} /web/v1/profile HTTP/1.1\r\nHost: localhost\r\n${header}\r\n\r\n`),
  );
  expect([response.status, response.headers.get('connection')]).toEqual([400, 'close']);
  if (method === 'GET') expect(JSON.parse(response.body).message).toBe('A request to read something has no body');
  expect(reached).toEqual([]);
});

test('GET with an empty body is accepted', async () => {
  const headers = 'Host: localhost\r\nContent-Length: 0\r\nConnection: close\r\n';
  const response = parseRaw(await sendRaw(port, `GET /web/v1/profile HTTP/1.1\r\n${headers}\r\n`));
  expect([response.status, response.body]).toEqual([200, 'reached']);
});

test.each([
  ['a1=1&', 99, 200],
  ['a1=1&', 100, 400],
  ['&', 99, 200],
  ['&', 100, 400],
  ['+', 500, 200],
  ['+', 501, 400],
  ['%E0&', 10, 200],
  ['%E0&', 11, 400],
  ['%E0=%E0&', 5, 200],
  ['%E0=%E0&', 6, 400],
  ['a=%E0&', 10, 200],
  ['a=%E0&', 11, 400],
  ['%E0=a&', 10, 200],
  ['%=a&', 10, 200],
  ['%E0=%C3%A9%C3%A9&', 10, 200],
  ['%&', 11, 400],
  ['%C3%A9&', 99, 200],
])(
  'a URL has at most 100 parameters, 500 blanks and 10 parts that are not UTF-8: %s, %i times, gets %i',
  async (part, times, status) => {
    const query = part.repeat(times);
    const headers = 'Host: localhost\r\nConnection: close\r\n';
    const response = await sendRaw(port, `GET /web/v1/profile?${query} HTTP/1.1\r\n${headers}\r\n`);
    expect([parseRaw(response).status, reached.length]).toEqual([status, status === 200 ? 1 : 0]);
    if (status === 400) expect(message(response)).toBe('The address has too many parameters');
  },
);

const countRefusals = async (reason: string) => {
  const refusals = await guarded.registry.getSingleMetricAsString('gateway_refusals_total');
  return Number(RegExp(`reason="${reason}"\\} (\\d+)`).exec(refusals)?.[1] ?? 0);
};

test('a path that is written otherwise than a route is another path, and counted', async () => {
  const before = await countRefusals('path');
  const headers = 'Host: localhost\r\nConnection: close\r\n';
  const response = await sendRaw(port, `GET /web/v1/%70rofile HTTP/1.1\r\n${headers}\r\n`);
  expect([parseRaw(response).status, message(response), reached]).toEqual([404, 'Not found', []]);
  expect(await countRefusals('path')).toBe(before + 1);
});

test('a URL with too many parameters is counted as malformed', async () => {
  const before = await countRefusals('malformed');
  await sendRaw(
    port,
    `GET /web/v1/profile?${'&'.repeat(100)} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`,
  );
  expect(await countRefusals('malformed')).toBe(before + 1);
});

test('each refusal names its reason and is counted', async () => {
  const line = 'GET /web/v1/profile HTTP/1.1\r\n';
  const many = Array.from({ length: 101 }, (_, index) => `X-${index}: 1\r\n`).join('');
  const responses = [
    await sendRaw(port, `GET /web/v1/../x HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`),
    await sendRaw(port, `${line}\r\n`),
    await sendRaw(port, `${line}Host: localhost\r\n${many}\r\n`),
    await sendRaw(port, `POST / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`),
  ];
  expect(responses.map((response) => [parseRaw(response).status, message(response)])).toEqual([
    [404, 'Not found'],
    [400, 'One Host header is needed'],
    [431, 'Request headers are too large'],
    [411, 'A request body needs a Content-Length'],
  ]);
  const refusals = await guarded.registry.getSingleMetricAsString('gateway_refusals_total');
  for (const reason of ['path', 'host', 'malformed']) expect(refusals).toMatch(RegExp(`reason="${reason}"\\} [1-9]`));
});

test('HTTP/1.0 needs no Host header', async () => {
  expect(parseRaw(await sendRaw(port, 'GET /web/v1/profile HTTP/1.0\r\n\r\n')).status).toBe(200);
});

test('other headers with four letters do not count as Host', async () => {
  const headers = 'Host: localhost\r\nFrom: a\r\nDate: b\r\nConnection: close\r\n';
  expect(parseRaw(await sendRaw(port, `GET /web/v1/profile HTTP/1.1\r\n${headers}\r\n`)).status).toBe(200);
});

test('an unknown Expect header is ignored', async () => {
  const headers = 'Host: localhost\r\nExpect: something\r\nConnection: close\r\n';
  expect(parseRaw(await sendRaw(port, `GET /web/v1/profile HTTP/1.1\r\n${headers}\r\n`)).status).toBe(200);
});
