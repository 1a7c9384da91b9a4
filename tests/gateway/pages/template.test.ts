import type { FastifyRequest } from 'fastify';
import { describe, expect, test } from 'vitest';
import { readConfig } from '../../../gateway/config.ts';
import { allowsAttribution, isPageRequest } from '../../../gateway/pages/pages.ts';
import { describeSetup, noVisitor, renderStart, renderVisitor } from '../../../gateway/pages/start-block.ts';
import { compileTemplate } from '../../../gateway/pages/template.ts';
import { demoEnvironment } from '../../../scripts/demo-environment.ts';

const html = `<!doctype html><html lang="en"><head><title>Skerry VPN</title><link rel="modulepreload" href="/assets/a.js"><!--head--><!--start-->
<script type="module" crossorigin src="/assets/main.js"></script><link rel="stylesheet" href="/assets/a.css"></head><body><div id="root"></div><template id="later"></template></body></html>`;
const options = { productName: 'Foo & Bar' };
const parts = {
  locale: 'uk',
  head: '<link rel="preload">',
  later: '<link rel="modulepreload" href="/assets/b.js">',
  styles: [
    { file: 'assets/a.css', css: 'a{color:red}' },
    { file: 'assets/b.css', css: 'b{color:$&}' },
  ],
  start: '<i>$& $1</i>',
  prerendered: null,
} as const;

describe('the page', () => {
  test('has its language and its prerendered content', () => {
    expect(compileTemplate(html, options)(parts)).toContain('<html lang="uk"*THEME*>');
    const prerendered = { html: '<p>$1</p>', kind: 'hydrate' } as const;
    const page = compileTemplate(html, options)({ ...parts, prerendered });
    expect(page).toContain('<html lang="uk" data-prerendered="hydrate"*THEME*>');
    expect(page).toContain('<div id="root"><p>$1</p></div>');
  });

  test('has the configured product name as its title', () => {
    const page = compileTemplate(html, { ...options, productName: '<Foo> & $1 Bar' })(parts);
    expect(page).toContain('<title>&#60;Foo&#62; &#38; $1 Bar</title>');
  });

  test('has its styles inline, and disabled links that tell the loader not to fetch them', () => {
    const page = compileTemplate(html, options)(parts);
    expect(page).toContain('<style nonce="*NONCE*">a{color:red}b{color:$&}</style>');
    const links = page.match(/<link[^>]*rel="stylesheet"[^>]*>/g) ?? [];
    expect(links).toHaveLength(2);
    for (const link of links) expect(link).toContain(' disabled ');
  });

  test('has its scripts in the template that is added after the first paint', () => {
    const page = compileTemplate(html, options)(parts);
    const [, code] = /<template id="later">(.*)<\/template>/.exec(page) ?? [];
    expect(code).toBe(
      '<link rel="modulepreload" href="/assets/b.js">' +
        '<script type="module" crossorigin src="/assets/main.js"></script>',
    );
    expect(page.split('/assets/main.js')).toHaveLength(2);
  });

  test('adds the nonce to every script and style that runs immediately, and exposes it to the loader', () => {
    const page = compileTemplate(html.replace('<title>', '<script>1</script><title>'), options)(parts);
    const atOnce = page.replace(/<template.*<\/template>/, '');
    expect(atOnce.match(/<(script|style)\b/g)).toHaveLength(2);
    expect(atOnce.match(/<(script|style) nonce="\*NONCE\*"/g)).toHaveLength(2);
    expect(page).toContain('<meta property="csp-nonce" nonce="*NONCE*">');
  });

  test('contains the start block unchanged', () => {
    expect(compileTemplate(html, options)(parts)).toContain('<i>$& $1</i>');
  });

  test.each(['<html lang="en">', '<!--head-->', '<!--start-->', '<div id="root">', '<template id="later">'])(
    'requires %s in the template',
    (place) => {
      expect(() => compileTemplate(html.replace(place, ''), options)).toThrow(place);
    },
  );
});

describe('the start block', () => {
  const env = demoEnvironment({ port: 3000, sandboxPort: 3001, adminPort: 0 });

  test('cannot close its own element, and parses to the original data', () => {
    const productName = '</script><script>alert(1)</script><!-- \u2028\u2029 VPN';
    const setup = describeSetup(readConfig({ ...env, PRODUCT_NAME: productName }), 'en');
    const block = renderStart(setup).replace('*TIME*', '5').replace('*STATE*', renderVisitor(noVisitor));
    expect(block.match(/<\/script>/g)).toHaveLength(1);
    expect(block).not.toContain('<!--');
    expect(block).not.toMatch(/[\u2028\u2029]/);
    const json = block.slice(block.indexOf('>') + 1, block.lastIndexOf('</script>'));
    expect(JSON.parse(json)).toEqual({ ...setup, renderedAt: 5, ...noVisitor });
  });

  test('contains no secret', () => {
    const secrets = {
      COOKIE_KEYS: Buffer.alloc(32, 'k').toString('base64'),
      REDIS_URL: 'redis://:redis-password@redis.internal:6379',
      SENTRY_DSN: 'https://sentry_key@sentry.internal/1',
      API_BASE_URL: 'https://upstream.internal',
    };
    const block = renderStart(describeSetup(readConfig({ ...env, ...secrets }), 'en'));
    for (const secret of ['internal', 'redis-password', 'sentry_key', secrets.COOKIE_KEYS]) {
      expect(block).not.toContain(secret);
    }
  });

  test('turns attribution off for the operator’s setting or the browser’s signal', () => {
    const allows = (more: object, headers: object) =>
      allowsAttribution(readConfig({ ...env, ...more }), { headers } as FastifyRequest);
    expect(allows({}, {})).toBe(true);
    expect(allows({}, { 'sec-gpc': '1' })).toBe(false);
    expect(allows({ ATTRIBUTION: 'off' }, {})).toBe(false);
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
])('%s with Accept %s is a page request: %s', (path, accept, expected) => {
  expect(isPageRequest(path, accept)).toBe(expected);
});
