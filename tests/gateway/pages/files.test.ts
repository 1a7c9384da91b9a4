import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import request from 'supertest';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readBuildFiles } from '../../../gateway/pages/build-files.ts';
import { type GatewayAndUpstream, type LogLine, startGatewayAndUpstream } from '../../support/gateway.ts';
import { sendRaw } from '../http/send-raw.ts';

const script = `console.log('${'skerry '.repeat(200)}');`;
const longStyles = '.skerry{}'.repeat(20_000);
let folder: string;
let pair: GatewayAndUpstream;
const lines: LogLine[] = [];
let origin: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'skerry-client-'));
  const client = join(folder, 'client');
  await mkdir(join(client, 'assets'), { recursive: true });
  const files: Record<string, string | Buffer> = {
    'client-manifest.json': '{}',
    'secret.txt': 'not for browsers',
    'client-prerendered.json': '{}',
    'client/index.html':
      '<!doctype html><html lang="en"><head><!--head--><!--start--></head><body><div id="root"></div><template id="later"></template></body></html>',
    'client/favicon.ico': 'icon',
    'client/assets/main-Dk3j2abc.js': script,
    'client/assets/main-Dk3j2abc.js.br': brotliCompressSync(script),
    'client/assets/main-Dk3j2abc.js.gz': gzipSync(script),
    'client/assets/.hidden': 'hidden',
    'client/assets/long-Dk3j2abc.css': longStyles,
    'apple-pay': 'apple pay',
  };
  for (const [name, content] of Object.entries(files)) await writeFile(join(folder, name), content);
  pair = await startGatewayAndUpstream(
    {
      CLIENT_DIR: client,
      APPLE_PAY_DOMAIN_FILE: join(folder, 'apple-pay'),
      SECURITY_CONTACT: 'security@skerry.example',
    },
    lines,
  );
  ({ origin } = pair.gateway);
});
afterAll(async () => {
  await pair.close();
  await rm(folder, { recursive: true });
});

test.each<[string, string | undefined]>([
  ['br, gzip', 'br'],
  ['gzip', 'gzip'],
  ['br;q=0, gzip;q=0.5', 'gzip'],
  ['identity', undefined],
])('a file of the build is served precompressed (%s)', async (accepted, coding) => {
  const response = await request(origin).get('/assets/main-Dk3j2abc.js').set('Accept-Encoding', accepted).expect(200);
  expect(response.headers['content-encoding']).toBe(coding);
  expect(response.headers['cache-control']).toBe('public, max-age=31536000, immutable');
  expect(response.headers['content-type']).toMatch(/^(text|application)\/javascript/);
  expect(response.headers['x-content-type-options']).toBe('nosniff');
  expect(response.headers['content-security-policy']).toBe("default-src 'none'; frame-ancestors 'none'; sandbox");
  expect(response.headers).not.toHaveProperty('permissions-policy');
  if (coding !== 'br') expect(response.text).toBe(script);
  if (coding) expect(response.headers.vary).toMatch(/accept-encoding/i);
});

test.each([
  '/assets/missing.js',
  '/assets/',
  '/assets/.hidden',
  '/assets/main-Dk3j2abc.js.br',
  '/assets/..%2f..%2fsecret.txt',
  '/assets/../../secret.txt',
  '/assets/main-Dk3j2abc.js/',
  '/client-manifest.json',
  '/.vite/manifest.json',
])('%s is neither a file nor a page', async (path) => {
  const response = await request(origin).get(path).set('Accept', '*/*');
  expect(response.status).toBe(404);
  expect(response.body).toEqual({ code: 5, message: expect.any(String) });
});

test('HEAD returns the headers of a file without its content', async () => {
  const response = await request(origin)
    .head('/assets/main-Dk3j2abc.js')
    .set('Accept-Encoding', 'identity')
    .expect(200);
  expect(response.headers['content-length']).toBe(String(script.length));
  expect(response.text).toBeFalsy();
});

test('a build with an unknown file type is refused at start', () => {
  expect(() => readBuildFiles(folder)).toThrow(/^\S+ has no known type$/);
});

test('long files that are requested concurrently all arrive completely', async () => {
  const responses = await Promise.all(
    Array.from({ length: 20 }, () =>
      request(origin).get('/assets/long-Dk3j2abc.css').set('Accept-Encoding', 'identity'),
    ),
  );
  for (const response of responses) expect(response.text).toBe(longStyles);
});

test('robots.txt forbids indexing', async () => {
  const response = await request(origin).get('/robots.txt').expect(200);
  expect(response.text).toBe('User-agent: *\nDisallow: /\n');
});

test('the icon is served at /favicon.ico', async () => {
  const response = await request(origin).get('/favicon.ico').expect(200);
  expect(response.headers['content-type']).toBe('image/vnd.microsoft.icon');
  expect(response.headers['cache-control']).toBe('public, max-age=86400');
  expect(String(response.body)).toBe('icon');
});

test('a connection that is closed while the icon is sent is no error of the gateway', async () => {
  const icon = 'GET /favicon.ico HTTP/1.1\r\nHost: localhost\r\n\r\n';
  const chunked = 'POST /reports HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n';
  for (let count = 0; count < 5; count += 1) await sendRaw(Number(new URL(origin).port), icon + chunked);
  await request(origin).get('/favicon.ico').expect(200);
  expect(lines.filter(({ level }) => level === 'error')).toEqual([]);
});

test('security.txt and the Apple Pay domain file are served', async () => {
  const contact = await request(origin).get('/.well-known/security.txt').expect(200);
  expect(contact.text).toContain('Contact: mailto:security@skerry.example\n');
  const expires = /^Expires: (.*)$/m.exec(contact.text)?.[1] ?? '';
  expect(new Date(expires).getTime()).toBeGreaterThan(Date.now());
  const domain = await request(origin).get('/.well-known/apple-developer-merchantid-domain-association').expect(200);
  expect(domain.text).toBe('apple pay');
});
