import { once } from 'node:events';
import { connect } from 'node:net';
import request from 'supertest';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { calls } from '#shared/calls.ts';
import { type GatewayAndUpstream, startGatewayAndUpstream } from '../../support/gateway.ts';
import { sendJson, type TestUpstream } from '../../support/upstream.ts';
import { parseRaw, readUntilClosed, sendRaw } from '../http/send-raw.ts';

const navigation = { accept: 'text/html,application/xhtml+xml', 'sec-fetch-mode': 'navigate' };

let setup: GatewayAndUpstream;

beforeAll(async () => {
  setup = await startGatewayAndUpstream({ PRODUCT_NAME: 'Fjord & Co' });
});
afterAll(() => setup.close());

const get = (path: string, headers: Readonly<Record<string, string>>) =>
  request(setup.gateway.origin).get(path).set(headers);

describe('a failed navigation', () => {
  test.each([
    ['en', '/session/extension', 404, 'This page doesn’t exist', 'href="/profile">Go to profile'],
    ['de', '/session/extension', 404, 'Diese Seite gibt es nicht', 'href="/profile">Zum Profil'],
    ['uk', '/assets/missing.js', 404, 'Такої сторінки немає', 'href="/profile">'],
    ['de', '/.well-known/missing', 404, 'Diese Seite gibt es nicht', 'href="/profile">'],
    ['de', '/web/v1/unlisted', 404, 'Diese Seite gibt es nicht', 'href="/profile">'],
    ['en', '/profile%', 400, 'This page doesn’t exist', 'href="/profile">'],
    ['en', '/web/v1/account/email/apply', 405, 'This page doesn’t exist', 'href="/profile">'],
  ])('in %s to %s shows a page with a next step', async (locale, path, status, title, link) => {
    const response = await get(path, { ...navigation, 'accept-language': locale });
    const { text: html, headers } = response;
    expect(response.status).toBe(status);
    expect(headers['content-type']).toBe('text/html; charset=utf-8');
    expect(headers['content-language']).toBe(locale);
    expect(headers['cache-control']).toBe('no-store');
    expect(headers['content-security-policy']).toMatch(/^default-src 'none'; style-src 'sha256-/);
    expect(html).toContain(`<html lang="${locale}">`);
    expect(html).toContain(`<title>${title} · Fjord &#38; Co</title>`);
    expect(html).toContain(link);
  });

  test.each([
    ['cookies', '/profile', `Cookie: locale=de; a=${'x'.repeat(20_000)}`],
    ['a long address', `/profile?a=${'x'.repeat(20_000)}`, 'Cookie: locale=de'],
  ])(
    'with headers that are too large because of %s shows a page that leads to the profile, also as a second request',
    async (_, path, cookie) => {
      const headers = Object.entries(navigation).map(([name, value]) => `${name}: ${value}\r\n`);
      const head = `GET ${path} HTTP/1.1\r\nHost: localhost\r\n${headers.join('')}${cookie}\r\n\r\n`;
      const port = Number(new URL(setup.gateway.origin).port);
      const response = parseRaw(await sendRaw(port, head));
      expect(response.status).toBe(431);
      expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
      expect(response.headers.get('content-security-policy')).toMatch(/^default-src 'none'; style-src 'sha256-/);
      expect(response.body).toContain('<html lang="de">');
      expect(response.body).toContain('<a href="/profile">Zum Profil</a>');

      const socket = connect(port, '127.0.0.1');
      socket.write('GET /session HTTP/1.1\r\nHost: localhost\r\n\r\n');
      await once(socket, 'data');
      const later = readUntilClosed(socket);
      socket.write(head);
      expect(await later).toContain(response.body);
    },
  );

  test('uses the language that the visitor has chosen', async () => {
    const headers = { ...navigation, 'accept-language': 'de', cookie: 'a=b; locale=uk' };
    expect((await get('/session/extension', headers)).text).toContain('<html lang="uk">');
    expect((await get('/session/extension?lang=en', headers)).text).toContain('<html lang="en">');
  });

  const failed = /<h1>Something went wrong<.*contact support.*<a href="">Try again</;
  const missing = /<h1>This page doesn’t exist<.*may be old or incomplete.*<a href="\/profile">Go to profile</;
  const busy = /<h1>We’re very busy right now<.*in a minute.*<a href="">Try again</;
  const withoutTokens: TestUpstream['respond'] = (_, response) => sendJson(response, 200, {});
  test.each<[number, RegExp, string, TestUpstream['respond']]>([
    [403, missing, 'cross-site', withoutTokens],
    [502, failed, 'same-origin', withoutTokens],
    [503, busy, 'same-origin', (_, response) => sendJson(response, 500, {})],
    [504, failed, 'same-origin', () => undefined],
  ])('that ends with %i says what happened', async (status, content, site, respondToRefresh) => {
    const { gateway, upstream, close } = await startGatewayAndUpstream({
      // Only where no response comes: on a busy machine, any response could take that long.
      ...(status === 504 && { UPSTREAM_TIMEOUT_MS: '100' }),
    });
    onTestFinished(close);
    upstream.respond = (received, response) => {
      if (received.url === calls.refreshTokens.path) respondToRefresh(received, response);
      else sendJson(response, 401, { code: 16 });
    };
    const response = await request(gateway.origin)
      .get(calls.profile.path)
      .set({ ...navigation, 'sec-fetch-site': site, cookie: 'refresh_token=r' });
    expect(response.status).toBe(status);
    expect(response.text).toMatch(content);
  });

  test('over the rate limit shows a page that offers to try again', async () => {
    const limited = await startGatewayAndUpstream({ RATE_LIMIT_PER_MINUTE: '1' });
    const signIn = () => request(limited.gateway.origin).get('/web/v1/account/oauth/google/login').set(navigation);
    await signIn().expect(302);
    const response = await signIn().expect(429);
    expect(response.headers['retry-after']).toMatch(/^\d+$/);
    expect(response.text).toMatch(/<h1>Too many requests<.*Please wait a minute.*<a href="">Try again</);
    await limited.close();
  });

  test('of the hand-over to the extension leads to the profile: loading it again would hand the session over', async () => {
    const limited = await startGatewayAndUpstream({ EXTENSION_ID: 'a'.repeat(32), RATE_LIMIT_PER_MINUTE: '1' });
    const handOver = () => request(limited.gateway.origin).get('/session/extension').set(navigation);
    await handOver().expect(403);
    expect((await handOver().expect(429)).text).toContain('<a href="/profile">Go to profile</a>');
    await limited.close();
  });
});

test.each([[{ accept: 'application/json' }], [{ accept: '*/*' }], [{ accept: 'text/html', 'sec-fetch-mode': 'cors' }]])(
  'a script request with %o gets JSON',
  async (headers: Readonly<Record<string, string>>) => {
    const response = await get('/session/extension', headers);
    expect(response.headers['content-type']).toBe('application/json; charset=utf-8');
    expect(response.body).toEqual({ code: 5, message: 'Not found' });
  },
);
