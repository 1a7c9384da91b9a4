import { connect } from 'node:net';
import request from 'supertest';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readConfig } from '../../../gateway/config.ts';
import { Problem } from '../../../gateway/http/problem.ts';
import { securityHeaders } from '../../../gateway/policy/security-headers.ts';
import { demoEnvironment } from '../../../scripts/demo-environment.ts';
import { codes } from '../../../shared/problem.ts';
import { buildGuardedApp, type GuardedApp, publicOrigin } from '../policy/guarded-app.ts';

let guarded: GuardedApp;
let origin: string;
const lines: string[] = [];

beforeAll(async () => {
  guarded = await buildGuardedApp({ log: { write: (line) => lines.push(line) } });
  const config = { access: 'public', rate: 'none' } as const;
  const { app } = guarded;
  app.get('/fine', { config }, async () => 'fine');
  app.post('/fine', { config }, async () => 'fine');
  app.get('/problem', { config }, async () => {
    throw new Problem(codes.unavailable, 'Not now', { headers: { 'retry-after': '2' } });
  });
  app.get('/crash', { config }, async () => {
    throw new Error('connect ECONNREFUSED 10.1.2.3:443 token=sandbox-access-aaaaaaaaaaaaaaaaaaaaaaaa');
  });
  app.get('/late-crash', { config }, (_request, reply) => {
    reply.header('x-half', 'done');
    throw new TypeError('undefined is not a function');
  });
  ({ origin } = await guarded.listen());
});
afterAll(() => guarded.app.close());

test('a problem becomes a response with its code, message, status and headers', async () => {
  const response = await request(origin).get('/problem').expect(503);
  expect(response.body).toEqual({ code: 14, message: 'Not now' });
  expect(response.headers).toMatchObject({ 'retry-after': '2', 'cache-control': 'no-store' });
  expect(response.headers['content-type']).toBe('application/json; charset=utf-8');
});

test.each(['/crash', '/late-crash'])('an unexpected error reveals no details (%s)', async (path) => {
  const response = await request(origin).get(path).expect(500);
  expect(response.body).toEqual({ code: 13, message: 'Internal error' });
  expect(response.headers['trace-id']).toMatch(/^[\da-f-]{36}$/);
  expect(lines.join('')).toContain(response.headers['trace-id']);
  expect(lines.join('')).not.toContain('sandbox-access-');
});

test('a client that disconnects while it sends its body is not logged as an error', async () => {
  const { port } = new URL(origin);
  const socket = connect(Number(port), '127.0.0.1');
  const before = lines.length;
  socket.write(
    `POST /fine HTTP/1.1\r\nHost: localhost\r\nOrigin: ${publicOrigin}\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{`,
  );
  await expect.poll(() => guarded.app.responsesInFlight.size).toBe(1);
  socket.destroy();
  await expect.poll(() => guarded.app.responsesInFlight.size).toBe(0);
  expect(lines.slice(before).filter((line) => line.includes('"level":"error"'))).toEqual([]);
});

test('an unknown path gets 404, a known path with another method 405 with Allow', async () => {
  expect((await request(origin).get('/nothing').expect(404)).body.code).toBe(5);
  const response = await request(origin).put('/fine').expect(405);
  expect(response.body.code).toBe(12);
  expect(response.headers.allow).toBe('GET, HEAD, POST');
});

test.each([
  ['get', '/fine', 200],
  ['head', '/fine', 200],
  ['post', '/fine', 403],
  ['get', '/nothing', 404],
  ['put', '/fine', 405],
  ['get', '/crash', 500],
  ['get', '/problem', 503],
] as const)('%s %s carries every security header', async (method, path, status) => {
  const response = await request(origin)[method](path).expect(status);
  const expected = securityHeaders(readConfig(demoEnvironment({ port: 3000, sandboxPort: 1, adminPort: 0 })));
  expect(response.headers).toMatchObject(expected);
  expect(response.headers['trace-id']).toMatch(/^[\da-f-]{36}$/);
  expect(response.headers['access-control-allow-origin']).toBeUndefined();
  expect(response.headers['x-powered-by']).toBeUndefined();
  expect(response.headers.server).toBeUndefined();
});

test('a response that is not a page is never rendered as a document of the site', async () => {
  const { headers } = await request(origin).get('/fine').expect(200);
  expect(String(headers['content-security-policy']).split('; ')).toContain('sandbox');
});

test('HSTS is sent only behind https', () => {
  const env = demoEnvironment({ port: 3000, sandboxPort: 1, adminPort: 0 });
  expect(securityHeaders(readConfig(env))).not.toHaveProperty('strict-transport-security');
  const behindTls = { ...env, PUBLIC_ORIGIN: 'https://account.skerry.example', COOKIE_DOMAIN: 'skerry.example' };
  expect(securityHeaders(readConfig(behindTls))['strict-transport-security']).toMatch(/max-age=63072000/);
});

test('an error keeps its status only if it is a client error', async () => {
  const response = await request(origin).post('/fine').set('Origin', publicOrigin).set('Content-Type', 'a/b').send('x');
  expect(response.status).toBe(415);
});
