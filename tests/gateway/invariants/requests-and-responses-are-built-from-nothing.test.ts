import { setTimeout as pause } from 'node:timers/promises';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { calls } from '#shared/calls.ts';
import { type GatewayAndUpstream, startGatewayAndUpstream } from '../../support/gateway.ts';
import { sendRequest } from '../../support/send-request.ts';
import { type ReceivedRequest, sendJson } from '../../support/upstream.ts';
import { sendRaw } from '../http/send-raw.ts';

let pair: GatewayAndUpstream;
beforeAll(async () => {
  pair = await startGatewayAndUpstream({
    PUBLIC_ORIGIN: 'https://account.skerry.example:8443',
    COOKIE_DOMAIN: 'skerry.example',
  });
});
afterAll(() => pair.close());

const uuid = /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/;
const last = () => pair.upstream.requests.at(-1) as ReceivedRequest;

describe('a request to the upstream', () => {
  test('contains only the listed headers', async () => {
    await sendRequest(pair.gateway.origin, calls.updateSettings.path, {
      method: 'POST',
      cookie: 'access_token=a.b-c; refresh_token=r; locale=de; other=1',
      body: { receive_newsletters: true },
      headers: {
        accept: 'application/json, */*',
        'accept-encoding': 'gzip, br, zstd',
        'accept-language': 'fr',
        authorization: 'Bearer evil',
        'app-identity': 'evil',
        'trace-id': 'evil',
        'user-locale': 'evil',
        'app-version': '9',
        'x-forwarded-for': '6.6.6.6',
        'x-forwarded-host': 'evil.example',
        'x-forwarded-proto': 'gopher',
        forwarded: 'for=6.6.6.6',
        'x-real-ip': '6.6.6.6',
        'x-original-url': '/admin',
        'x-http-method-override': 'DELETE',
        origin: 'https://account.skerry.example:8443',
        referer: 'https://account.skerry.example:8443/x',
        'user-agent': 'browser',
        te: 'trailers',
        'proxy-authorization': 'evil',
        range: 'bytes=0-1',
        'if-none-match': 'x',
        'x-anything': 'x',
      },
    });
    expect(last().headers).toEqual({
      host: new URL(pair.upstream.origin).host,
      connection: 'keep-alive',
      'content-length': '28',
      authorization: 'a.b-c',
      'app-identity': 'skerry.site.account',
      'content-type': 'application/json',
      'user-locale': 'de',
      'trace-id': expect.stringMatching(uuid),
      traceparent: expect.stringMatching(/^00-[\da-f]{32}-[\da-f]{16}-00$/),
      accept: 'application/json, */*',
      'accept-encoding': 'gzip, br',
      'x-forwarded-for': '127.0.0.1',
      'x-forwarded-host': 'account.skerry.example:8443',
      'x-forwarded-proto': 'https',
    });
    expect(String(last().headers.traceparent).split('-')[1]).toBe(
      String(last().headers['trace-id']).replaceAll('-', ''),
    );
    // Repeated headers would be joined above.
    expect(last().rawHeaders.length).toBe(2 * Object.keys(last().headers).length);
  });

  test('has no Authorization without a session, and no Content-Type without a body', async () => {
    await sendRequest(pair.gateway.origin, calls.visitorCountry.path);
    expect(Object.keys(last().headers).sort()).toEqual([
      'accept',
      'accept-encoding',
      'app-identity',
      'connection',
      'host',
      'trace-id',
      'traceparent',
      'user-locale',
      'x-forwarded-for',
      'x-forwarded-host',
      'x-forwarded-proto',
    ]);
  });

  test.each([
    [{}, '1.0.0'],
    [{ 'app-version': '2.3.4-beta.1' }, '2.3.4-beta.1'],
    [{ 'app-version': 'a b' }, '1.0.0'],
  ])('names the app version for the router catalog: %j', async (headers, version) => {
    await sendRequest(pair.gateway.origin, calls.routerSetup.path, { cookie: 'access_token=a', headers });
    expect(last().headers['app-version']).toBe(version);
  });

  test.each([
    ['?lang=pt', 'locale=de', 'fr', 'pt'],
    ['?lang=xx', 'locale=de', 'fr', 'de'],
    ['', 'locale=xx', 'fr-CH, de', 'fr'],
    ['', '', 'nl, es;q=0.5, uk;q=0.9', 'uk'],
    ['', '', 'de;q=0, nl', 'en'],
    ['', '', '', 'en'],
  ])(
    'sends User-Locale from query "%s", cookie "%s" and Accept-Language "%s": %s',
    async (query, cookie, language, locale) => {
      await sendRequest(pair.gateway.origin, calls.profile.path + query, {
        cookie: `access_token=a; ${cookie}`,
        headers: { 'accept-language': language },
      });
      expect(last().headers['user-locale']).toBe(locale);
    },
  );

  test('has its own trace id', async () => {
    const responses = await Promise.all(
      [1, 2, 3].map(() => sendRequest(pair.gateway.origin, calls.visitorCountry.path)),
    );
    const sent = pair.upstream.requests.slice(-3).map(({ headers }) => headers['trace-id']);
    expect(new Set(sent).size).toBe(3);
    expect(responses.map(({ headers }) => headers['trace-id']).sort()).toEqual([...sent].sort());
  });
});

describe('a response to the browser', () => {
  test('contains only the allow-listed upstream headers', async () => {
    const body = gzipSync('{"a":1}');
    pair.upstream.respond = (_, response) =>
      response
        .writeHead(200, {
          'content-type': 'application/json; charset=utf-8',
          'content-encoding': 'gzip',
          'cache-control': 'public, max-age=5',
          vary: 'Authorization',
          'retry-after': '7',
          date: 'Thu, 01 Jan 2026 00:00:00 GMT',
          'set-cookie': ['access_token=evil', 'x=1'],
          'access-control-allow-origin': '*',
          'content-security-policy': "script-src 'unsafe-inline'",
          'strict-transport-security': 'max-age=0',
          etag: 'x',
          location: 'https://evil.example',
          'www-authenticate': 'Basic',
          server: 'upstream/1.0 internal-host',
          'x-powered-by': 'x',
          'trace-id': 'upstream',
          'session-ended': '1',
          'clear-site-data': '"*"',
          link: '</x>; rel=preload',
        })
        .end(body);
    const response = await sendRequest(pair.gateway.origin, calls.profile.path, { cookie: 'access_token=a' });
    expect(response.bytes).toEqual(body);
    expect(response.headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'content-encoding': 'gzip',
      'content-length': String(body.length),
      'cache-control': 'no-store',
      'retry-after': '7',
      date: 'Thu, 01 Jan 2026 00:00:00 GMT',
      'trace-id': expect.stringMatching(uuid),
      'content-security-policy': expect.stringContaining("default-src 'none'"),
      'strict-transport-security': expect.not.stringContaining('max-age=0'),
    });
    for (const name of ['set-cookie', 'access-control-allow-origin', 'etag', 'location', 'www-authenticate', 'server'])
      expect(response.headers).not.toHaveProperty(name);
    for (const name of ['x-powered-by', 'session-ended', 'clear-site-data', 'link'])
      expect(response.headers).not.toHaveProperty(name);
  });

  test('is no-store if the upstream sets no Cache-Control', async () => {
    pair.upstream.respond = (_, response) => response.writeHead(200).end('{}');
    const { headers } = await sendRequest(pair.gateway.origin, calls.visitorCountry.path);
    expect(headers['cache-control']).toBe('no-store');
    pair.upstream.respond = (_, response) => response.writeHead(200, { 'cache-control': '' }).end('{}');
    expect((await sendRequest(pair.gateway.origin, calls.visitorCountry.path)).headers['cache-control']).toBe(
      'no-store',
    );
  });

  test.each([
    ['max-age=60', 'private, max-age=60'],
    ['no-cache', 'private, no-cache'],
    ['public, max-age=60', 'private, max-age=60'],
    ['S-MaxAge=60', 'private'],
    ['private, Max-Age=60, s-maxage=600', 'private, Max-Age=60'],
    ['no-store', 'no-store'],
  ])('to a public call may be cached by the browser only: %s', async (said, passed) => {
    pair.upstream.respond = (_, response) => response.writeHead(200, { 'cache-control': said }).end('{}');
    const { headers } = await sendRequest(pair.gateway.origin, calls.visitorCountry.path);
    expect(headers['cache-control']).toBe(passed);
    expect(headers.vary).toBe('Accept-Encoding, Accept-Language, Cookie');
  });

  test('is never stored if it sets a cookie', async () => {
    pair.upstream.respond = (_, response) =>
      response.writeHead(200, { 'cache-control': 'public, max-age=60' }).end('{}');
    const { headers, setCookies } = await sendRequest(pair.gateway.origin, calls.visitorCountry.path, {
      cookie: 'locale=de; locale=fr',
    });
    expect(setCookies).not.toEqual([]);
    expect(headers['cache-control']).toBe('no-store');
  });

  test('combines repeated upstream headers', async () => {
    pair.upstream.respond = (_, response) => {
      response.setHeader('cache-control', ['no-store', 'max-age=60']);
      response.setHeader('content-encoding', ['gzip', 'br']);
      response.end(brotliCompressSync(gzipSync('{}')));
    };
    const { headers, status } = await sendRequest(pair.gateway.origin, calls.visitorCountry.path);
    expect([status, headers['cache-control'], headers['content-encoding']]).toEqual([200, 'no-store', 'gzip, br']);
  });

  test.each([400, 401, 403, 404, 409, 418, 422, 429, 500, 502, 503, 504])(
    'passes on %i with its body',
    async (status) => {
      pair.upstream.respond = (_, response) => response.writeHead(status).end('{"code":99,"message":"as it came"}');
      const response = await sendRequest(pair.gateway.origin, calls.visitorCountry.path);
      expect([response.status, response.text]).toEqual([status, '{"code":99,"message":"as it came"}']);
    },
  );

  test('passes on a 204 without a body, and a chunked body completely', async () => {
    pair.upstream.respond = (_, response) => response.writeHead(204).end();
    expect((await sendRequest(pair.gateway.origin, calls.visitorCountry.path)).status).toBe(204);
    pair.upstream.respond = (_, response) => {
      response.writeHead(200);
      response.write('{"a":');
      setImmediate(() => response.end('1}'));
    };
    expect((await sendRequest(pair.gateway.origin, calls.visitorCountry.path)).text).toBe('{"a":1}');
  });

  test('pipelined requests are sent upstream one at a time, and get complete responses', async () => {
    let running = 0;
    let most = 0;
    pair.upstream.respond = async ({ url }, response) => {
      running += 1;
      most = Math.max(most, running);
      await pause(20);
      running -= 1;
      sendJson(response, 200, { url, text: 'x'.repeat(3_000) });
    };
    const { path } = calls.profile;
    const get = (number: number, more: string) =>
      `GET ${path}?include_payment_data=${number} HTTP/1.1\r\nHost: localhost\r\n${more}\r\n`;
    const { port } = new URL(pair.gateway.origin);
    const text = await sendRaw(Number(port), get(1, '') + get(2, '') + get(3, 'Connection: close\r\n'));
    const bodies = text.match(/\{.*?\}/g)?.map((body) => JSON.parse(body)) ?? [];
    expect(bodies.map(({ url }) => url)).toEqual([1, 2, 3].map((number) => `${path}?include_payment_data=${number}`));
    expect(bodies.map(({ text }) => text.length)).toEqual([3_000, 3_000, 3_000]);
    expect(most).toBe(1);
  });
});
