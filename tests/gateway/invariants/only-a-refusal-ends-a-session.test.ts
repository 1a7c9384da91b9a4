import type { ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { calls } from '#shared/calls.ts';
import { startGateway, type TestGateway } from '../../support/gateway.ts';
import { cookiesOf, type RotatingUpstream, startRotatingUpstream } from '../../support/rotating-upstream.ts';
import { cookiesAfter, type HttpResponse, navigate, sendRequest } from '../../support/send-request.ts';
import { sendJson } from '../../support/upstream.ts';

const { path } = calls.profile;
let upstream: RotatingUpstream;
let gateway: TestGateway;
// A separate gateway, because on a busy machine any response may take as long as this timeout.
let shortTimeoutGateway: TestGateway;

beforeAll(async () => {
  upstream = await startRotatingUpstream();
  gateway = await startGateway(upstream.origin);
  shortTimeoutGateway = await startGateway(upstream.origin, { UPSTREAM_TIMEOUT_MS: '300' });
});
afterAll(async () => {
  await Promise.all([gateway.close(), shortTimeoutGateway.close()]);
  await upstream.close();
});
afterEach(() => {
  upstream.respondToRefresh = null;
});

const clearsTokens = ({ setCookies }: HttpResponse) =>
  ['access_token=;', 'refresh_token=;'].every((start) =>
    setCookies.some((cookie) => cookie.startsWith(start) && cookie.includes('Max-Age=0')),
  );

/** Makes a call with an expired access token. The refresh gets this response. */
async function callWithExpiredToken(
  respondToRefresh: (response: ServerResponse) => void,
  { origin } = gateway,
): Promise<HttpResponse> {
  const cookie = cookiesOf(upstream.issue());
  upstream.expire();
  upstream.respondToRefresh = respondToRefresh;
  return sendRequest(origin, path, { cookie });
}

describe('a refused refresh is passed on as 401 with its body and ends the session', () => {
  test.each([
    [400, { code: 3, message: 'invalid' }],
    [401, { code: 16, message: 'delete account' }],
    [403, { code: 7, message: 'denied' }],
  ])('with status %i', async (status, body) => {
    const response = await callWithExpiredToken((response) => sendJson(response, status, body));
    expect([response.status, response.json(), response.headers['session-ended']]).toEqual([401, body, '1']);
    expect(clearsTokens(response)).toBe(true);
  });

  test('compressed', async () => {
    const response = await callWithExpiredToken((response) =>
      response
        .writeHead(401, { 'content-type': 'application/json', 'content-encoding': 'gzip' })
        .end(gzipSync('{"code":16,"message":"no"}')),
    );
    expect([response.status, response.json()]).toEqual([401, { code: 16, message: 'no' }]);
  });
});

describe('a refresh that could not be completed ends no session', () => {
  const unavailable = [503, 14] as const;
  const cases: [string, readonly [number, number], (response: ServerResponse) => void][] = [
    ['500', unavailable, (response) => sendJson(response, 500, { code: 13, message: 'no' })],
    ['503', unavailable, (response) => sendJson(response, 503, { code: 14, message: 'no' })],
    ['408', unavailable, (response) => sendJson(response, 408, { code: 4, message: 'no' })],
    ['429', unavailable, (response) => sendJson(response, 429, { code: 8, message: 'no' })],
    ['404', unavailable, (response) => sendJson(response, 404, { code: 5, message: 'no' })],
    ['a redirect', unavailable, (response) => response.writeHead(302, { location: '/login' }).end()],
    ['403 from a firewall', unavailable, (response) => response.writeHead(403).end('<h1>Blocked</h1>')],
    ['401 without a code', unavailable, (response) => sendJson(response, 401, { message: 'no' })],
    ['401 with a code that is no number', unavailable, (response) => sendJson(response, 401, { code: '16' })],
    [
      '403 that never ends',
      unavailable,
      (response) => sendJson(response, 403, { code: 7, message: 'x'.repeat(300_000) }),
    ],
    ['a response that is not HTTP', unavailable, (response) => void response.socket?.end('220 ready\r\n\r\n')],
    ['a reset', unavailable, (response) => response.destroy()],
    ['a timeout', [504, 4], () => undefined],
    ['a timeout in mid-body', [504, 4], (response) => void response.writeHead(200).write('{')],
    ['200 with an empty body', [502, 13], (response) => sendJson(response, 200, {})],
    ['200 with an empty token', [502, 13], (response) => sendJson(response, 200, { access_token: '' })],
    ['200 with a number as token', [502, 13], (response) => sendJson(response, 200, { access_token: 1 })],
    [
      '200 with a line break in the token',
      [502, 13],
      (response) => sendJson(response, 200, { access_token: 'a\r\nSet-Cookie: x=1' }),
    ],
    [
      '200 with a token too long for a cookie',
      [502, 13],
      (response) => sendJson(response, 200, { access_token: 'a'.repeat(4096) }),
    ],
    ['200 with a nested pair', [502, 13], (response) => sendJson(response, 200, { data: { access_token: 'a' } })],
    [
      '200 with deeply nested JSON',
      [502, 13],
      (response) => response.writeHead(200).end(`{"access_token":"a","x":${'['.repeat(50_000)}${']'.repeat(50_000)}}`),
    ],
    ['200 with invalid JSON', [502, 13], (response) => response.writeHead(200).end('access_token=a')],
    [
      '200 that never ends',
      [502, 13],
      (response) => sendJson(response, 200, { access_token: 'a', x: 'x'.repeat(300_000) }),
    ],
  ];
  test.each(cases)('%s', async (_, [status, code], respondToRefresh) => {
    const response = await callWithExpiredToken(respondToRefresh, status === 504 ? shortTimeoutGateway : gateway);
    expect([response.status, (response.json() as { code: number }).code]).toEqual([status, code]);
    expect(response.setCookies).toEqual([]);
    expect(response.headers['session-ended']).toBeUndefined();
    if (status !== 502) expect(Number(response.headers['retry-after'])).toBeGreaterThan(0);
  });

  test('is repeated by the next request', async () => {
    const cookie = cookiesOf(upstream.issue());
    upstream.expire();
    upstream.respondToRefresh = (response) => sendJson(response, 500, {});
    expect((await sendRequest(gateway.origin, path, { cookie })).status).toBe(503);
    upstream.respondToRefresh = null;
    expect((await sendRequest(gateway.origin, path, { cookie })).status).toBe(200);
  });
});

describe('a refresh that takes longer than UPSTREAM_TIMEOUT_MS', () => {
  // Late after two seconds, given up after four.
  let lateGateway: TestGateway;
  beforeAll(async () => {
    lateGateway = await startGateway(upstream.origin, { UPSTREAM_TIMEOUT_MS: '2000' });
  });
  afterEach(() => {
    upstream.beforeRefresh = async () => undefined;
  });
  afterAll(() => lateGateway.close());

  test('goes on, and the requests that follow wait for its new pair', async () => {
    const cookie = cookiesOf(upstream.issue());
    upstream.expire();
    const before = upstream.refreshes().length;
    let complete: (value: unknown) => void = () => undefined;
    upstream.beforeRefresh = () => new Promise((resolve) => (complete = resolve));
    const first = await sendRequest(lateGateway.origin, path, { cookie });
    expect([first.status, first.setCookies]).toEqual([504, []]);
    const second = sendRequest(lateGateway.origin, path, { cookie });
    await vi.waitFor(() => expect(lateGateway.app.responsesInFlight.size).toBe(1));
    complete(null);
    const { status, setCookies } = await second;
    expect([status, setCookies.length]).toEqual([200, 2]);
    expect((await sendRequest(lateGateway.origin, path, { cookie })).status).toBe(200);
    expect(upstream.refreshes().length - before).toBe(1);
  });

  test('is given up at last, and the next request repeats it', async () => {
    const cookie = cookiesOf(upstream.issue());
    upstream.expire();
    const before = upstream.refreshes().length;
    upstream.beforeRefresh = () => new Promise(() => undefined);
    const statuses = [];
    for (const _ of ['in time', 'late']) {
      statuses.push((await sendRequest(lateGateway.origin, path, { cookie })).status);
    }
    upstream.beforeRefresh = async () => undefined;
    statuses.push((await sendRequest(lateGateway.origin, path, { cookie })).status);
    expect([statuses, upstream.refreshes().length - before]).toEqual([[504, 504, 200], 2]);
  });

  test('keeps a connection only if fewer than 32 others of its network do', async () => {
    const cookies = Array.from({ length: 40 }, () => cookiesOf(upstream.issue()));
    upstream.expire();
    let open = 0;
    upstream.respondToRefresh = (response) => {
      open += 1;
      response.once('close', () => (open -= 1));
    };
    const responses = await Promise.all(cookies.map((cookie) => sendRequest(lateGateway.origin, path, { cookie })));
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([504]));
    await vi.waitFor(() => expect(open).toBe(32));
    await vi.waitFor(() => expect(open).toBe(0), 10_000);
  });
});

test('an unusable refresh token in the new pair leaves the old one in place', async () => {
  const pair = upstream.issue();
  upstream.expire();
  const next = upstream.issue();
  upstream.respondToRefresh = (response) =>
    sendJson(response, 200, { access_token: next.access, refresh_token: 'r'.repeat(5000) });
  const response = await sendRequest(gateway.origin, path, { cookie: cookiesOf(pair) });
  expect([response.status, cookiesAfter(response)]).toEqual([
    200,
    cookiesOf({ access: next.access, refresh: pair.refresh }),
  ]);
});

describe('responses that lead to a refresh', () => {
  const callWithResponse = async (
    status: number,
    body: string,
    headers: Record<string, string> = {},
    cookie?: string,
  ) => {
    const before = upstream.refreshes().length;
    const { respond } = upstream;
    upstream.respond = (request, response) => {
      if (request.url === path)
        response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body);
      else respond(request, response);
    };
    const given = await sendRequest(gateway.origin, path, { cookie: cookie ?? cookiesOf(upstream.issue()) });
    upstream.respond = respond;
    return { given, refreshes: upstream.refreshes().length - before };
  };

  test('a second 401 with code 16 after the retry is passed on with the new cookies, without a loop', async () => {
    const { given, refreshes } = await callWithResponse(401, '{"code":16,"message":"no"}');
    expect([given.status, given.json(), refreshes]).toEqual([401, { code: 16, message: 'no' }, 1]);
    expect(given.headers['session-ended']).toBeUndefined();
    expect(cookiesAfter(given)).toContain('access_token=access-');
  });

  test('a gzipped 401 with code 16 leads to a refresh', async () => {
    const body = gzipSync('{"code":16,"message":"no"}').toString('latin1');
    const { refreshes } = await callWithResponse(401, '', {});
    expect(refreshes).toBe(0);
    const { respond } = upstream;
    let first = true;
    upstream.respond = (request, response) => {
      if (!first || request.url !== path) return respond(request, response);
      first = false;
      response.writeHead(401, { 'content-encoding': 'gzip' }).end(Buffer.from(body, 'latin1'));
    };
    const given = await sendRequest(gateway.origin, path, { cookie: cookiesOf(upstream.issue()) });
    upstream.respond = respond;
    expect(given.status).toBe(200);
    expect(cookiesAfter(given)).toContain('access_token=access-');
  });

  test.each([
    [401, '{"code":7,"message":"no"}'],
    [401, '{"code":"16"}'],
    [401, 'Unauthorized'],
    [403, '{"code":16,"message":"no"}'],
    [503, '{"code":16,"message":"no"}'],
  ])('%i %s is passed on without a refresh', async (status, body) => {
    const { given, refreshes } = await callWithResponse(status, body);
    expect([given.status, given.text, given.setCookies, refreshes]).toEqual([status, body, [], 0]);
  });

  test('a 401 with code 16 for a session without a refresh token ends it', async () => {
    const { given, refreshes } = await callWithResponse(401, '{"code":16,"message":"no"}', {}, 'access_token=expired');
    expect([given.status, given.text, refreshes]).toEqual([401, '{"code":16,"message":"no"}', 0]);
    expect([given.headers['session-ended'], clearsTokens(given)]).toEqual(['1', true]);
  });

  test('a 401 with code 16 for a visitor is passed on', async () => {
    const { given, refreshes } = await callWithResponse(401, '{"code":16,"message":"no"}', {}, 'theme=dark');
    expect([given.status, given.setCookies, given.headers['session-ended'], refreshes]).toEqual([
      401,
      [],
      undefined,
      0,
    ]);
  });

  test('a 401 with code 16 from a sign-in call is passed on without a refresh', async () => {
    const before = upstream.refreshes().length;
    const { respond } = upstream;
    upstream.respond = (_, response) => sendJson(response, 401, { code: 16, message: 'wrong code' });
    const given = await sendRequest(gateway.origin, calls.signInWithAccountCode.path, {
      method: 'POST',
      cookie: cookiesOf(upstream.issue()),
      body: { code: '12345678' },
    });
    upstream.respond = respond;
    expect([given.status, given.setCookies, upstream.refreshes().length - before]).toEqual([401, [], 0]);
  });

  test('new cookies are set even if the call fails after the refresh', async () => {
    const { respond } = upstream;
    const pair = upstream.issue();
    upstream.expire();
    let sent = 0;
    upstream.respond = (request, response) => {
      if (request.url === path && ++sent === 2) response.destroy();
      else respond(request, response);
    };
    const given = await sendRequest(gateway.origin, path, { cookie: cookiesOf(pair) });
    upstream.respond = respond;
    expect(given.status).toBe(502);
    expect(cookiesAfter(given)).toContain('refresh_token=refresh-');
  });
});

test.each(Object.values(calls).filter(({ method, access }) => method === 'GET' && access === 'session'))(
  'another site that leads its tab to $path, and away again, cannot make the browser miss a refresh',
  async (call) => {
    const cookie = cookiesOf(upstream.issue());
    upstream.expire();
    const before = upstream.requests.length;
    const headers = { 'sec-fetch-site': 'cross-site', 'sec-fetch-dest': 'document' };
    const response = await navigate(gateway.origin, call.path, { cookie, headers });
    expect([response.status, response.setCookies]).toEqual([403, []]);
    expect(upstream.requests.length).toBe(before);
  },
);
