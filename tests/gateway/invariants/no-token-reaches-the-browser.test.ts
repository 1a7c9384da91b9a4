import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { calls } from '#shared/calls.ts';
import { type GatewayAndUpstream, startGatewayAndUpstream } from '../../support/gateway.ts';
import { cookiesAfter, type HttpResponse, sendRequest } from '../../support/send-request.ts';
import { sendJson } from '../../support/upstream.ts';

let pair: GatewayAndUpstream;
beforeAll(async () => {
  pair = await startGatewayAndUpstream();
});
afterAll(() => pair.close());

const signInCalls = [
  calls.signInWithPermanentToken,
  calls.signInWithAccountCode,
  calls.requestOneTimeCode,
  calls.verifyOneTimeCode,
];
const requiringTokens = signInCalls.filter((call) => 'requiresTokens' in call);

/** Makes the call while the upstream sends this response. Returns what the browser gets. */
async function callWithResponse(
  call: { readonly method: string; readonly path: string },
  body: string | Buffer,
  {
    status = 200,
    headers = {},
    cookie = '',
  }: { status?: number; headers?: Record<string, string>; cookie?: string } = {},
): Promise<HttpResponse> {
  pair.upstream.respond = (_, response) =>
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body);
  const { method, path } = call;
  const response = await sendRequest(pair.gateway.origin, path, {
    method: method as 'POST',
    cookie,
    ...(method === 'POST' && { body: {} }),
  });
  const { 'set-cookie': _, ...otherHeaders } = response.headers;
  expect(response.text + JSON.stringify(otherHeaders)).not.toMatch(/secret/);
  return response;
}

const json = JSON.stringify;
const tokens = { access_token: 'secret-a', refresh_token: 'secret-r' };
const expectUnusable = (response: HttpResponse) => {
  expect([response.status, (response.json() as { code: number }).code, response.setCookies]).toEqual([502, 13, []]);
};

/** A link's token may be that of an account that the user does not know. */
const markOf = ({ path }: { readonly path: string }) =>
  path === calls.signInWithPermanentToken.path ? '; account_unconfirmed=1' : '';

describe.each(signInCalls)('a sign-in: $path', (call) => {
  test('moves its tokens from the body to cookies', async () => {
    const response = await callWithResponse(call, json({ ...tokens, state: 'new', nested: { kept: true } }));
    expect([response.status, response.json()]).toEqual([200, { state: 'new', nested: { kept: true } }]);
    expect(cookiesAfter(response)).toBe(`access_token=secret-a; refresh_token=secret-r${markOf(call)}`);
  });

  test.each([
    ['gzip', gzipSync],
    ['br', brotliCompressSync],
    ['deflate', deflateSync],
  ])('does so in a %s body', async (encoding, compress) => {
    const response = await callWithResponse(call, compress(json({ ...tokens, x: 1 })), {
      headers: { 'content-encoding': encoding },
    });
    expect([response.json(), response.headers['content-encoding']]).toEqual([{ x: 1 }, undefined]);
    expect(cookiesAfter(response)).toContain('secret-a');
  });

  test('is 502 if tokens are nested elsewhere, or the body does not parse', async () => {
    expectUnusable(await callWithResponse(call, json({ data: tokens })));
    expectUnusable(await callWithResponse(call, json({ ...tokens, data: [{ refresh_token: 'secret' }] })));
    expectUnusable(await callWithResponse(call, json([tokens])));
    expectUnusable(await callWithResponse(call, `${json(tokens)} trailing`));
    expectUnusable(await callWithResponse(call, '{"access_token":"secret"'));
    expectUnusable(await callWithResponse(call, json(tokens), { headers: { 'content-encoding': 'zstd' } }));
    expectUnusable(await callWithResponse(call, Buffer.from(json(tokens), 'utf16le')));
    const deep = '['.repeat(50_000) + ']'.repeat(50_000);
    expectUnusable(await callWithResponse(call, `{"access_token":"secret","x":${deep}}`));
  });

  test('is 502 if an error contains tokens, and sets no cookies', async () => {
    expectUnusable(await callWithResponse(call, json({ code: 3, message: 'no', ...tokens }), { status: 400 }));
  });

  test('without a refresh token clears the previous one', async () => {
    const response = await callWithResponse(call, json({ access_token: 'secret-a' }), { cookie: 'refresh_token=old' });
    expect(response.setCookies.slice(0, 2)).toEqual([
      expect.stringMatching(/^access_token=secret-a;/),
      expect.stringMatching(/^refresh_token=; .*Max-Age=0/),
    ]);
  });

  test('clears the auth_type marker', async () => {
    const { setCookies } = await callWithResponse(call, json(tokens), { cookie: 'auth_type=google' });
    expect(setCookies).toContainEqual(expect.stringMatching(/^auth_type=; .*Max-Age=0/));
  });
});

describe.each(requiringTokens)('a sign-in that must return tokens: $path', (call) => {
  test.each([
    ['no tokens', {}],
    ['a refresh token alone', { refresh_token: 'secret' }],
    ['an empty access token', { ...tokens, access_token: '' }],
    ['a number as access token', { ...tokens, access_token: 1 }],
    ['null as access token', { ...tokens, access_token: null }],
    ['control characters in the access token', { ...tokens, access_token: 'secret\r\nSet-Cookie: a=b' }],
    ['an access token that fits into no cookie', { ...tokens, access_token: `secret${'x'.repeat(4096)}` }],
  ])('with %s is a 502 without cookies', async (_, body) => {
    expectUnusable(await callWithResponse(call, json(body)));
  });

  test('treats an unusable refresh token as missing', async () => {
    const response = await callWithResponse(call, json({ access_token: 'secret-a', refresh_token: 'r'.repeat(4096) }));
    expect([response.status, cookiesAfter(response)]).toEqual([200, `access_token=secret-a${markOf(call)}`]);
  });
});

test('a cookie of exactly 4096 bytes is set, a longer one is not', async () => {
  const fits = 'x'.repeat(4096 - 'access_token'.length);
  expect((await callWithResponse(calls.verifyOneTimeCode, json({ access_token: fits }))).status).toBe(200);
  expect((await callWithResponse(calls.verifyOneTimeCode, json({ access_token: `${fits}x` }))).status).toBe(502);
});

test('requesting a code does not require tokens', async () => {
  const response = await callWithResponse(calls.requestOneTimeCode, '{}');
  expect([response.status, response.text, response.setCookies]).toEqual([200, '{}', []]);
  const empty = await callWithResponse(calls.requestOneTimeCode, '');
  expect([empty.status, empty.text]).toEqual([200, '']);
});

describe('any other response that contains a token is withheld and reported', () => {
  const firewallHits = async () => {
    const metric = await pair.gateway.app.metrics.getSingleMetric('gateway_security_events_total')?.get();
    return metric?.values.find(({ labels }) => labels.event === 'token firewall')?.value ?? 0;
  };

  test.each([
    ['at the top level', json({ profile: {}, access_token: 'secret' })],
    ['deep in the body', json({ a: [{ b: { refresh_token: 'secret' } }] })],
    ['escaped', '{"\\u0061ccess_token":"secret"}'],
    ['in invalid JSON', '{"access_token":"secret"'],
  ])('a token name %s', async (_, body) => {
    const before = await firewallHits();
    expectUnusable(await callWithResponse(calls.profile, body, { cookie: 'access_token=a' }));
    expect(await firewallHits()).toBe(before + 1);
  });

  test.each([
    ['gzip', gzipSync],
    ['br', brotliCompressSync],
    ['deflate', deflateSync],
  ])('a token name in %s', async (encoding, compress) => {
    const headers = { 'content-encoding': encoding };
    expectUnusable(await callWithResponse(calls.profile, compress(json({ a: tokens })), { headers }));
  });

  test.each([400, 401, 403, 404, 409, 422, 500, 503])('a token name with status %i', async (status) => {
    expectUnusable(await callWithResponse(calls.profile, json({ code: 16, ...tokens }), { status }));
  });

  test.each(['text/plain', 'text/html', 'application/octet-stream'])(
    'a token name in a body of type %s',
    async (type) => {
      expectUnusable(await callWithResponse(calls.profile, json(tokens), { headers: { 'content-type': type } }));
    },
  );

  test('a refused refresh that contains tokens', async () => {
    pair.upstream.respond = ({ url }, response) =>
      url === calls.refreshTokens.path
        ? sendJson(response, 401, { code: 16, message: 'no', data: tokens })
        : sendJson(response, 401, { code: 16, message: 'expired' });
    const cookie = 'access_token=a; refresh_token=r';
    const response = await sendRequest(pair.gateway.origin, calls.profile.path, { cookie });
    expectUnusable(response);
    expect(response.text).not.toContain('secret');
  });

  const own = { access: 'secret-access-token-of-a-session', refresh: 'secret-refresh-token-of-a-session' };
  const cookie = `access_token=${own.access}; refresh_token=${own.refresh}`;

  test.each([
    ['access', calls.profile],
    ['refresh', calls.deleteAccount],
  ] as const)("an error that quotes the session's %s token", async (which, call) => {
    const before = await firewallHits();
    expectUnusable(
      await callWithResponse(call, json({ code: 3, message: `bad ${own[which]}` }), { status: 400, cookie }),
    );
    expect(await firewallHits()).toBe(before + 1);
  });

  test.each(['content-type', 'cache-control', 'retry-after', 'date'])("the session's token in %s", async (name) => {
    expectUnusable(await callWithResponse(calls.profile, json({}), { cookie, headers: { [name]: own.access } }));
  });

  test('a response that quotes a refreshed token', async () => {
    const refreshed = 'secret-access-token-after-the-refresh';
    pair.upstream.respond = ({ url, headers }, response) => {
      if (url === calls.refreshTokens.path)
        sendJson(response, 200, { access_token: refreshed, refresh_token: 'secret-refresh-token-after-it' });
      else if (headers.authorization === refreshed) sendJson(response, 200, { seen: headers.authorization });
      else sendJson(response, 401, { code: 16, message: 'expired' });
    };
    const response = await sendRequest(pair.gateway.origin, calls.profile.path, { cookie });
    expect([response.status, response.text.includes('secret')]).toEqual([502, false]);
  });

  test('a sign-in that repeats its tokens elsewhere', async () => {
    const pairOf = { access_token: own.access, refresh_token: own.refresh };
    expectUnusable(await callWithResponse(calls.verifyOneTimeCode, json({ ...pairOf, log: `issued ${own.refresh}` })));
  });

  test("a refused refresh that quotes the token ends the session with the gateway's own message", async () => {
    const refused = 'secret-refresh-token-that-is-refused';
    pair.upstream.respond = ({ url }, response) =>
      url === calls.refreshTokens.path
        ? sendJson(response, 401, { code: 16, message: `${refused} is revoked` })
        : sendJson(response, 401, { code: 16, message: 'expired' });
    const response = await sendRequest(pair.gateway.origin, calls.profile.path, {
      cookie: `access_token=${own.access}; refresh_token=${refused}`,
    });
    expect([response.status, response.json()]).toEqual([401, { code: 16, message: 'Session has ended' }]);
    expect(response.headers['session-ended']).toBe('1');
  });

  test('the permanent token, which is shown on purpose, passes', async () => {
    const response = await callWithResponse(calls.createPermanentToken, json({ perm_token: 'p' }), {
      cookie: 'access_token=a',
    });
    expect(response.json()).toEqual({ perm_token: 'p' });
  });
});

test('a response of more than 4 MB is 502, compressed or not', async () => {
  const long = json({ text: 'x'.repeat(4 * 1024 * 1024) });
  expectUnusable(await callWithResponse(calls.profile, long));
  expectUnusable(await callWithResponse(calls.profile, gzipSync(long), { headers: { 'content-encoding': 'gzip' } }));
  const nearly = json({ text: 'x'.repeat(4 * 1024 * 1024 - 100) });
  expect((await callWithResponse(calls.profile, nearly)).text).toBe(nearly);
});
