import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import request from 'supertest';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { readConfig } from '../../../gateway/config.ts';
import { placeholders } from '../../../gateway/pages/prerendered-pages.ts';
import { demoEnvironment } from '../../../scripts/demo-environment.ts';
import { fromRoot } from '../../../scripts/root.ts';
import { type GatewayAndUpstream, startGateway, startGatewayAndUpstream } from '../../support/gateway.ts';

const html = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';
let pair: GatewayAndUpstream;
let origin: string;

beforeAll(async () => {
  pair = await startGatewayAndUpstream();
  ({ origin } = pair.gateway);
});
afterAll(() => pair.close());

const page = (path: string) => request(origin).get(path).set('Accept', html);
const startOf = (text: string) => JSON.parse(/id="start">(.*?)<\/script>/s.exec(text)?.[1] ?? 'null');

describe('the page', () => {
  test.each(['/', '/enter', '/profile', '/payment/success', '/change-email', '/anything/else', '/web.html'])(
    'is served at %s and never cached',
    async (path) => {
      const response = await page(path).expect(200);
      expect(response.headers).toMatchObject({
        'content-type': 'text/html; charset=utf-8',
        'cache-control': 'no-store',
        'referrer-policy': 'no-referrer',
        'reporting-endpoints': 'csp="/reports"',
        'trace-id': expect.stringMatching(/^[\da-f-]{36}$/),
      });
      expect(startOf(response.text)).toMatchObject({ locale: 'en', session: { signedIn: false, authType: null } });
    },
  );

  test('has a new nonce each time, in its policy and on its scripts', async () => {
    const nonces = await Promise.all(
      [1, 2].map(async () => {
        const { headers, text } = await page('/enter');
        const nonce = /'nonce-([^']+)'/.exec(headers['content-security-policy'] ?? '')?.[1] ?? '';
        expect(Buffer.from(nonce, 'base64')).toHaveLength(16);
        // Scripts in the template get the nonce from the page's own script.
        const atOnce = text.replace(/<template.*<\/template>/s, '');
        const scripts = atOnce.match(/<script(?! type="application\/json")[^>]*>/g) ?? [];
        expect(scripts).not.toEqual([]);
        for (const script of scripts) expect(script).toContain(`nonce="${nonce}"`);
        return nonce;
      }),
    );
    expect(nonces[0]).not.toBe(nonces[1]);
  });

  test.each([
    ['the query', '/enter?lang=fr', { Cookie: 'locale=de' }, 'fr'],
    ['the cookie', '/enter?lang=xx', { Cookie: 'locale=de', 'Accept-Language': 'uk' }, 'de'],
    ['the browser', '/enter', { 'Accept-Language': 'nl,pt-BR;q=0.8,en;q=0.5' }, 'pt'],
    ['the default if nothing matches', '/enter', { 'Accept-Language': 'nl' }, 'en'],
  ])('takes its language from %s', async (_, path, headers, locale) => {
    const response = await page(path).set(headers);
    expect(response.text).toContain(`<html lang="${locale}"`);
    expect(startOf(response.text).locale).toBe(locale);
    expect(response.headers['content-language']).toBe(locale);
  });

  test.each([
    ['theme=dark', '<html lang="en" data-theme="dark">'],
    ['theme=light', '<html lang="en" data-theme="light">'],
    ['theme="><script>', '<html lang="en">'],
    ['other=1', '<html lang="en">'],
  ])('starts with the theme of the cookie %s: %s', async (cookie, expected) => {
    expect((await page('/enter').set('Cookie', cookie)).text).toContain(expected);
  });

  test('states whether the visitor is signed in, and contains no token', async () => {
    const response = await page('/profile').set(
      'Cookie',
      'access_token=secret-a; refresh_token=secret-r; auth_type=google',
    );
    expect(startOf(response.text).session).toEqual({ signedIn: true, authType: 'google' });
    expect(response.text).not.toContain('secret-');
  });

  test('tells the client whether the visitor allows attribution', async () => {
    const allows = async (signal: string) => startOf((await page('/enter').set('Sec-GPC', signal)).text).attribution;
    expect([await allows('0'), await allows('1')]).toEqual([true, false]);
  });

  test('preloads the texts of its language', async () => {
    expect((await page('/enter?lang=uk')).text).toContain('href="/assets/uk-AAAAAAAA.json"');
  });

  test('handles HEAD like GET, without the body', async () => {
    const response = await request(origin).head('/enter').set('Accept', html).expect(200);
    expect(response.text ?? '').toBe('');
    expect(response.headers['content-security-policy']).toContain("'strict-dynamic'");
  });
});

test('a page contains what the operator has configured', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'skerry-client-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await cp(fromRoot('tests/fixtures/build'), folder, { recursive: true });
  // As scripts/prerender.ts renders it.
  const { productName, copyrightYear, links } = placeholders(
    readConfig(demoEnvironment({ port: 3000, sandboxPort: 1, adminPort: 0 })),
  );
  const prerendered = `<h1>${productName}</h1><p>${copyrightYear}</p><a href="${links.terms}">`;
  await writeFile(join(folder, 'client-prerendered.json'), JSON.stringify({ en: { '/enter': prerendered } }));
  const gateway = await startGateway(pair.upstream.origin, {
    CLIENT_DIR: join(folder, 'client'),
    PRODUCT_NAME: 'Fjord & Tunnel Co',
    APP_IDENTITY: 'fjord.web',
    APP_VERSION: '7.8.9',
    APP_URL_SCHEMES: 'fjord,fjord-beta',
    ANONYMOUS_EMAIL_DOMAIN: 'nobody.fjord.example',
    ENVIRONMENT: 'staging',
    COPYRIGHT_YEAR: '1999',
    CAPTCHA_SITE_KEY: 'fjord-captcha',
    CAPTCHA_JS_URL: 'https://captcha.example/api.js',
    STRIPE_PUBLISHABLE_KEY: 'pk_fjord',
    STRIPE_JS_URL: 'https://stripe.example/v3.js',
    EXTENSION_ID: 'abcdefghijklmnopabcdefghijklmnop',
    SITE_URL: 'https://fjord.example/vpn',
    ATTRIBUTION: 'off',
  });
  onTestFinished(() => gateway.close());
  const { text } = await request(gateway.origin).get('/enter').set('Accept', html).expect(200);
  expect(text).toContain('<title>Fjord &#38; Tunnel Co</title>');
  expect(text).toContain('<h1>Fjord &#38; Tunnel Co</h1><p>1999</p><a href="https://fjord.example/vpn/terms/">');
  expect(startOf(text)).toMatchObject({
    productName: 'Fjord & Tunnel Co',
    appIdentity: 'fjord.web',
    version: '7.8.9',
    appUrlSchemes: ['fjord', 'fjord-beta'],
    anonymousEmailDomain: 'nobody.fjord.example',
    environment: 'staging',
    copyrightYear: '1999',
    captchaSiteKey: 'fjord-captcha',
    captchaJsUrl: 'https://captcha.example/api.js',
    stripePublishableKey: 'pk_fjord',
    stripeJsUrl: 'https://stripe.example/v3.js',
    extensionId: 'abcdefghijklmnopabcdefghijklmnop',
    links: { site: 'https://fjord.example/vpn' },
    attribution: false,
  });
});

describe('requests that get no page', () => {
  test.each([
    ['/nothing', 'application/json'],
    ['/web/v1/nothing', html],
    ['/web/v1', html],
    ['/assets/missing.js', html],
    ['/missing.png', 'image/*'],
    ['/.well-known/security.txt', html],
    ['/.well-known/apple-developer-merchantid-domain-association', html],
  ])('%s with Accept %s gets 404', async (path, accept) => {
    const response = await request(origin).get(path).set('Accept', accept).expect(404);
    if (accept === html) expect(response.text).toContain('This page doesn’t exist');
    else expect(response.body).toEqual({ code: 5, message: expect.any(String) });
  });

  test('an unknown call counts against the rate limit, whatever the client accepts', async () => {
    const limited = await startGatewayAndUpstream({ RATE_LIMIT_PER_MINUTE: '2' });
    const requestUnknown = (accept: string) =>
      request(limited.gateway.origin).get('/web/v1/nothing').set('Accept', accept);
    await requestUnknown(html).expect(404);
    await requestUnknown('application/json').expect(404);
    await requestUnknown(html).expect(429);
    await limited.close();
  });

  test('other methods get 404', async () => {
    await request(origin).post('/enter').set('Origin', origin).expect(404);
  });
});
