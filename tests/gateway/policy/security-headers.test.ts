import request from 'supertest';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readConfig } from '../../../gateway/config.ts';
import { securityHeaders } from '../../../gateway/policy/security-headers.ts';
import { demoEnvironment } from '../../../scripts/demo-environment.ts';
import { buildGuardedApp, type GuardedApp } from './guarded-app.ts';

let guarded: GuardedApp;
let origin: string;
beforeAll(async () => {
  guarded = await buildGuardedApp();
  const config = { access: 'file', rate: 'none' } as const;
  guarded.app.get('/assets/:status', { config }, (message, reply) =>
    reply.code(Number((message.params as { status: string }).status)).send('file'),
  );
  guarded.app.get('/page', { config }, (_, reply) => reply.header('content-security-policy', 'own').send('page'));
  guarded.app.get('/stored', { config }, (_, reply) => reply.header('cache-control', 'max-age=60').send('stored'));
  ({ origin } = await guarded.listen());
});
afterAll(() => guarded.app.close());

const always = {
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'same-origin',
};
const documents = {
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin-allow-popups',
  'origin-agent-cluster': '?1',
  'permissions-policy': expect.stringMatching(
    /^camera=\(\), display-capture=\(\), geolocation=\(\), microphone=\(\), midi=\(\), serial=\(\), usb=\(\), payment=\(self "https?:\/\/[^/"]+"\)$/,
  ),
  'trace-id': expect.any(String),
};
const apart = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; sandbox";

test('a response has all security headers, and keeps its own policy', async () => {
  const { headers } = await request(origin).get('/page').expect(200);
  expect(headers).toMatchObject({ ...always, ...documents, 'content-security-policy': 'own' });
});

test('no cache stores a response that does not allow it', async () => {
  expect((await request(origin).get('/page').expect(200)).headers['cache-control']).toBe('no-store');
  expect((await request(origin).get('/stored').expect(200)).headers['cache-control']).toBe('max-age=60');
});

test('a file of the build has the security headers for files', async () => {
  for (const status of [200, 304]) {
    const { headers } = await request(origin).get(`/assets/${status}`).expect(status);
    expect(headers).toMatchObject({
      ...always,
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
    });
    for (const name of Object.keys(documents)) expect(headers).not.toHaveProperty(name);
  }
});

test.each([400, 404, 500])('an error in place of a file (%i) has all security headers', async (status) => {
  const { headers } = await request(origin).get(`/assets/${status}`).expect(status);
  expect(headers).toMatchObject({ ...always, ...documents, 'content-security-policy': apart });
});

test.each([
  ['https://account.example', 'max-age=63072000; includeSubDomains'],
  ['http://localhost:3000', undefined],
])('Strict-Transport-Security for %s is %s', (publicOrigin, expected) => {
  const ports = { port: 3000, sandboxPort: 1, adminPort: 0 };
  const config = readConfig({ ...demoEnvironment(ports), PUBLIC_ORIGIN: publicOrigin });
  expect(securityHeaders(config)['strict-transport-security']).toBe(expected);
});
