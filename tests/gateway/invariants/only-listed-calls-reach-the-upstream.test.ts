import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Call, calls } from '#shared/calls.ts';
import { type GatewayAndUpstream, startGateway, startGatewayAndUpstream } from '../../support/gateway.ts';
import { sendRequest } from '../../support/send-request.ts';

let pair: GatewayAndUpstream;
beforeAll(async () => {
  pair = await startGatewayAndUpstream();
});
afterAll(() => pair.close());

/** Sends the path byte for byte, because HTTP clients would normalize it. */
async function sendRaw(target: string, method = 'GET'): Promise<{ status: number; body: string }> {
  const { port, host } = new URL(pair.gateway.origin);
  const socket = connect(Number(port), 'localhost');
  await once(socket, 'connect');
  socket.write(
    `${method} ${target} HTTP/1.1\r\nHost: ${host}\r\nSec-Fetch-Site: same-origin\r\nConnection: close\r\n\r\n`,
  );
  const response = await text(socket);
  const [head = '', body = ''] = response.split('\r\n\r\n');
  return { status: Number(head.split(' ')[1]), body };
}

const listed = (Object.values(calls) as Call[]).filter((call) => call.access !== 'gateway' && !call.redirects);

test.each(listed)('$method $path is passed on unchanged', async ({ method, path }) => {
  const before = pair.upstream.requests.length;
  const body = { a: 1 };
  const cookie = 'access_token=a; refresh_token=r';
  await sendRequest(pair.gateway.origin, path, { method, cookie, ...(method !== 'GET' && { body }) });
  const [sent, ...more] = pair.upstream.requests.slice(before);
  expect(more).toEqual([]);
  const added = path === calls.deleteAccount.path ? { ...body, refresh_token: 'r' } : body;
  expect([sent?.method, sent?.url, sent?.body]).toEqual([method, path, method === 'GET' ? '' : JSON.stringify(added)]);
});

describe('other requests are not passed on', () => {
  const { path } = calls.profile;

  test.each([
    '/web/v1/unknown',
    '/web/v1',
    '/web/v1/',
    `${path}/`,
    `${path}/more`,
    `/${path}`,
    '/web//v1/profile',
    '/web/v1//profile',
    '/web/v1/./profile',
    '/web/v1/account/../profile',
    '/web/v1/account/%2e%2e/profile',
    '/web/v1/%70rofile',
    '/web/v1/pro%66ile',
    '/web%2fv1%2fprofile',
    '/web/v1%2fprofile',
    '/web/v1/profile%2f',
    '/web/v1/profile%00',
    '/web/v1/profile%20',
    '/web/v1/profile;x=1',
    '/web/v1/profile%3bx',
    '/web/v1/profile%23',
    '/web/v1/profile#x',
    '/web/v1\\profile',
    '/web/v1/%5cprofile',
    '/web/v1/%252e%252e/profile',
    '/web/V1/profile',
    '/web/v1/Profile',
    '/web/v1/profile%',
    '/web/v1/profile%zz',
    `http://localhost${path}`,
    `//localhost${path}`,
    '*',
  ])('GET %s', async (target) => {
    const before = pair.upstream.requests.length;
    const { status, body } = await sendRaw(target);
    expect([400, 404]).toContain(status);
    expect(JSON.parse(body)).toEqual({ code: status === 404 ? 5 : 3, message: expect.any(String) });
    expect(pair.upstream.requests.length).toBe(before);
  });

  test('the refresh call, which only the gateway makes, gets 404', async () => {
    for (const method of ['POST', 'GET', 'PUT'] as const) {
      const { status, body } = await sendRaw(calls.refreshTokens.path, method);
      expect([status, JSON.parse(body).code]).toEqual([404, 5]);
    }
    expect(pair.upstream.requestsTo(calls.refreshTokens.path)).toEqual([]);
  });

  const others = (call: Call) => {
    const allowed = Object.values(calls).filter(({ path }) => path === call.path);
    const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND'];
    return methods.filter((method) => !allowed.some((other) => other.method === method));
  };

  test.each([calls.profile, calls.unlinkDevice, calls.deleteAccount, calls.signInWithGoogle])(
    'a listed path with another method gets 405: $path',
    async (call) => {
      const before = pair.upstream.requests.length;
      for (const method of others(call)) {
        const { status, body } = await sendRaw(call.path, method);
        expect([method, status]).toEqual([method, 405]);
        if (method !== 'HEAD') expect(JSON.parse(body).code).toBe(12);
      }
      expect(pair.upstream.requests.length).toBe(before);
    },
  );
});

test.each([
  ['invalid JSON', '{"a":', {}],
  ['another content type', 'a=1', { 'content-type': 'text/plain' }],
  ['a body over the limit', 'x'.repeat(70_000), {}],
])('an unlisted call gets 404 or 405 even with %s', async (_, body, headers) => {
  const post = async (path: string, method: 'POST' | 'PUT' = 'POST') =>
    (await sendRequest(pair.gateway.origin, path, { method, body, headers })).status;
  expect(await post('/web/v1/nothing')).toBe(404);
  expect(await post(calls.refreshTokens.path)).toBe(404);
  expect(await post(calls.updateSettings.path.replace('-', '%2d'))).toBe(404);
  expect(await post(calls.profile.path, 'PUT')).toBe(405);
});

describe('the query', () => {
  test.each([
    ['?include_payment_data=true', '?include_payment_data=true'],
    ['?include_payment_data=true&admin=1', '?include_payment_data=true'],
    ['?admin=1', ''],
    ['?include%5Fpayment_data=a%26b', '?include_payment_data=a%26b'],
    ['?include_payment_data=a%0d%0ab', '?include_payment_data=a%0D%0Ab'],
    ['?access_token=a&refresh_token=b', ''],
    ['?', ''],
  ])('%s is passed on as "%s"', async (query, passed) => {
    await sendRequest(pair.gateway.origin, calls.profile.path + query, { cookie: 'access_token=a' });
    expect(pair.upstream.requests.at(-1)?.url).toBe(calls.profile.path + passed);
  });
});

test('the path of API_BASE_URL is kept before the path of the call', async () => {
  const gateway = await startGateway(`${pair.upstream.origin}/base/`);
  await sendRequest(gateway.origin, calls.visitorCountry.path);
  expect(pair.upstream.requests.at(-1)?.url).toBe(`/base${calls.visitorCountry.path}`);
  await gateway.close();
});
