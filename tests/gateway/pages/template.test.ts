import { describe, expect, test } from 'vitest';
import { readConfig } from '../../../gateway/config.ts';
import { isPageRequest } from '../../../gateway/pages/pages.ts';
import { describeStart, renderStart } from '../../../gateway/pages/start-block.ts';
import { compileTemplate } from '../../../gateway/pages/template.ts';
import { demoEnvironment } from '../../../scripts/demo-environment.ts';

const html = `<!doctype html><html lang="en"><head><title>Skerry VPN</title><link rel="modulepreload" href="/assets/a.js"><!--head--><!--start-->
<script type="module" crossorigin src="/assets/main.js"></script><link rel="stylesheet" href="/assets/a.css"></head><body></body></html>`;
const parts = {
  locale: 'uk',
  theme: 'dark',
  nonce: 'bm9uY2U=',
  head: '<link rel="preload">',
  start: '<i>$& $1</i>',
} as const;

describe('the page', () => {
  test('says its language and theme', () => {
    expect(compileTemplate(html, 'Foo & Bar')(parts)).toContain('<html lang="uk" data-theme="dark">');
    expect(compileTemplate(html, 'Foo & Bar')({ ...parts, theme: null })).toContain('<html lang="uk">');
  });

  test('has the configured product name as its title before any script runs', () => {
    expect(compileTemplate(html, '<Foo> & $1 Bar')(parts)).toContain('<title>&#60;Foo&#62; &#38; $1 Bar</title>');
  });

  test('gives the nonce to every script and link, and hands it on', () => {
    const page = compileTemplate(html, 'Foo & Bar')(parts);
    expect(page.match(/<(script|link)\b/g)).toHaveLength(page.match(/<(script|link) nonce="bm9uY2U="/g)?.length ?? 0);
    expect(page).toContain('<meta property="csp-nonce" nonce="bm9uY2U=">');
    expect(page).not.toContain('NONCE');
  });

  test('takes the start block as it is', () => {
    expect(compileTemplate(html, 'Foo & Bar')(parts)).toContain('<i>$& $1</i>');
  });

  test.each(['<html lang="en">', '<!--head-->', '<!--start-->'])('is not made from a template without %s', (place) => {
    expect(() => compileTemplate(html.replace(place, ''), 'Foo')).toThrow(place);
  });
});

describe('the start block', () => {
  const visitor = { locale: 'en', session: { signedIn: false, authType: null }, privacyControl: false } as const;
  const env = demoEnvironment({ port: 3000, sandboxPort: 3001, adminPort: 0 });

  test('cannot end its own element, and reads as what was written', () => {
    const productName = '</script><script>alert(1)</script><!-- \u2028\u2029 VPN';
    const block = renderStart(describeStart(readConfig({ ...env, PRODUCT_NAME: productName }), visitor));
    expect(block.match(/<\/script>/g)).toHaveLength(1);
    expect(block).not.toContain('<!--');
    expect(block).not.toMatch(/[\u2028\u2029]/);
    const json = block.slice(block.indexOf('>') + 1, block.lastIndexOf('</script>'));
    expect(JSON.parse(json).productName).toBe(productName);
  });

  test('holds no secret', () => {
    const secrets = {
      COOKIE_KEYS: Buffer.alloc(32, 'k').toString('base64'),
      REDIS_URL: 'redis://:redis-password@redis.internal:6379',
      SENTRY_DSN: 'https://sentry_key@sentry.internal/1',
      API_BASE_URL: 'https://upstream.internal',
    };
    const block = renderStart(describeStart(readConfig({ ...env, ...secrets }), visitor));
    for (const secret of ['internal', 'redis-password', 'sentry_key', secrets.COOKIE_KEYS]) {
      expect(block).not.toContain(secret);
    }
  });

  test('keeps attribution off where the operator or the browser asks so', () => {
    expect(describeStart(readConfig(env), visitor).attribution).toBe(true);
    expect(describeStart(readConfig(env), { ...visitor, privacyControl: true }).attribution).toBe(false);
    expect(describeStart(readConfig({ ...env, ATTRIBUTION: 'off' }), visitor).attribution).toBe(false);
  });
});

test.each([
  ['/profile', 'text/html,application/xhtml+xml,*/*;q=0.8', true],
  ['/profile', '*/*', true],
  ['/profile', undefined, true],
  ['/anything/else', 'text/html', true],
  ['/a.b', 'text/html', true],
  ['/profile', 'application/json', false],
  ['/profile', 'image/avif,image/webp', false],
  ['/missing.js', '*/*', false],
  ['/assets/missing.js', 'text/html', false],
  ['/web/v1/unknown', 'text/html', false],
  ['/web', 'text/html', false],
  ['/.well-known/unknown', 'text/html', false],
])('%s for %s is a page: %s', (path, accept, expected) => {
  expect(isPageRequest(path, accept)).toBe(expected);
});
