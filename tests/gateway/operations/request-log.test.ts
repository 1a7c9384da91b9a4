import { isMainThread } from 'node:worker_threads';
import request from 'supertest';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { buildGuardedApp, type GuardedApp } from '../policy/guarded-app.ts';

const token = 'sandbox-permanent-4fVbq1Zr0nE8oXkQ2mT7uYpL3sWdA9hC';
const lines: string[] = [];
let guarded: GuardedApp;
let origin: string;

beforeAll(async () => {
  guarded = await buildGuardedApp({ log: { write: (line) => lines.push(line) } });
  const config = { access: 'public', rate: 'none' } as const;
  guarded.app.get('/session', { config }, async () => ({ signedIn: false }));
  guarded.app.get('/any-status', { config }, ({ headers }, reply) => reply.code(Number(headers['x-status'])).send());
  guarded.app.get('/crash', { config }, ({ headers }) => {
    throw new Error(decodeURIComponent(String(headers['x-text'])));
  });
  guarded.app.get('/slow', { config }, () => new Promise<never>(() => undefined));
  guarded.app.get('/*', { config }, async (_request, reply) => reply.type('text/html').send('page'));
  ({ origin } = await guarded.listen());
});
afterAll(() => guarded.app.close());

const lastLine = () => JSON.parse(lines.at(-1) ?? '{}');

test('each request has one log line: trace id, method, route, status, time', async () => {
  const before = lines.length;
  const response = await request(origin).get('/session').set('Cookie', `access_token=${token}`).expect(200);
  await expect.poll(() => lines).toHaveLength(before + 1);
  expect(lastLine()).toEqual({
    level: 'info',
    time: expect.stringMatching(/^\d{4}-/),
    traceId: response.headers['trace-id'],
    method: 'GET',
    route: '/session',
    status: 200,
    ms: expect.any(Number),
  });
});

// Stryker runs tests in workers, which cannot change the time zone.
test.skipIf(!isMainThread)('the time of a line is UTC, in any time zone', async () => {
  vi.stubEnv('TZ', 'Asia/Tokyo');
  onTestFinished(() => void vi.unstubAllEnvs());
  expect(new Date().getTimezoneOffset()).toBe(-540);
  const startedAt = Date.now();
  const response = await request(origin).get('/profile').expect(200);
  await expect.poll(lastLine).toMatchObject({ traceId: response.headers['trace-id'] });
  const { time } = lastLine();
  expect(new Date(time).toISOString()).toBe(time);
  expect(Date.parse(time)).toBeGreaterThanOrEqual(startedAt);
  expect(Date.parse(time)).toBeLessThanOrEqual(Date.now());
});

test('line breaks and control characters of a client begin no line of the log: its request is one line of JSON, its error one', async () => {
  const text = encodeURIComponent('a\r\n{"level":"error","msg":"forged"}\n\u0000\u001b[2J');
  for (const [url, count] of [
    [`/profile/${text}`, 1],
    [`/profile?name=${text}`, 1],
    [`/${text}`, 1],
    ['/crash', 2],
  ] as const) {
    const before = lines.length;
    const headers = { 'X-Text': text, 'User-Agent': text, Referer: `https://a.example/${text}`, Traceparent: text };
    const response = await request(origin).get(url).set(headers);
    await expect.poll(() => lines.length).toBe(before + count);
    for (const line of lines.slice(before)) {
      expect(line).toMatch(/^\P{Cc}+\n$/u);
      expect(JSON.parse(line)).toMatchObject({ traceId: response.headers['trace-id'] });
    }
  }
});

test.each([
  [`/profile?token=${token}`, '/profile'],
  [`/h/to-app?permanent_access_token=${token}&lang=de`, '/h/to-app'],
  [`/payment/success?app-identity=${Buffer.from(`a|b|${token}`).toString('base64')}`, '/payment/success'],
  [`/${token}`, '/*'],
  // Short and with dots, so that no pattern recognizes it.
  ['/abc.def.ghi', '/*'],
  ['/profile/anna', '/*'],
])('%s is logged as %s', async (url, path) => {
  const response = await request(origin).get(url).set('Referer', `https://a.example/?token=${token}`).expect(200);
  await expect.poll(lastLine).toMatchObject({ traceId: response.headers['trace-id'], route: '/*', path });
});

test('a request that Fastify refuses before any hook has a log line without its path', async () => {
  const response = await request(origin).get(`/${token}%ff`).expect(400);
  await expect.poll(lastLine).toMatchObject({
    traceId: response.headers['trace-id'],
    method: 'GET',
    route: 'none',
    path: '/*',
    status: 400,
  });
});

test('no log line contains a token', () => {
  expect(lines.join('')).not.toContain('sandbox-permanent');
  expect(lines.join('')).not.toContain(Buffer.from('sandbox-permanent').toString('base64').slice(0, 16));
});

test('the metrics of requests have a bounded set of labels, whatever paths clients request', async () => {
  for (let count = 0; count < 20; count += 1) await request(origin).post(`/made-up/${count}`).expect(404);
  const counts = () => guarded.registry.getSingleMetricAsString('gateway_request_duration_seconds');
  await expect.poll(counts).toContain('_count{method="any",call="none",status="404"} 20');
  const metrics = await guarded.registry.metrics();
  expect(metrics).toContain('gateway_request_duration_seconds_count{method="GET",call="/session",status="200"} 1');
  expect(metrics).not.toContain('made-up');
  expect(metrics).not.toContain('sandbox-permanent');
});

test('the metrics of requests name the statuses that are documented, and the classes of all others', async () => {
  const statuses = Array.from({ length: 400 }, (_, index) => 200 + index);
  for (const status of statuses)
    await request(origin).get('/any-status').set('X-Status', String(status)).expect(status);
  const counts = () => guarded.registry.getSingleMetricAsString('gateway_request_duration_seconds');
  const labels = async () =>
    [...(await counts()).matchAll(/_count\{.*call="\/any-status",status="(.*?)"\} (\d+)$/gm)].map(
      ([, status, count]) => [status, Number(count)],
    );
  const total = async () => (await labels()).reduce((sum, [, count]) => sum + Number(count), 0);
  await expect.poll(total).toBe(400);
  const found = Object.fromEntries(await labels());
  expect(found).toMatchObject({ '200': 1, '302': 1, '429': 1, '503': 1, '2xx': 97, '3xx': 97, '4xx': 87, '5xx': 96 });
  expect(Object.keys(found).length).toBeLessThanOrEqual(30);
});

test('requests in flight are counted until their client disconnects', async () => {
  const inFlight = () => guarded.registry.getSingleMetricAsString('gateway_requests_in_flight');
  await expect.poll(inFlight).toMatch(/ 0$/m);
  const client = new AbortController();
  const left = fetch(`${origin}/slow`, { signal: client.signal }).catch(() => 'left');
  await expect.poll(inFlight).toMatch(/ 1$/m);
  client.abort();
  expect(await left).toBe('left');
  await expect.poll(inFlight).toMatch(/ 0$/m);
});

test('a log line takes at most ten microseconds', async () => {
  const { createLogger, withoutRedaction } = await import('../../../gateway/operations/logger.ts');
  const logger = withoutRedaction(createLogger({ logLevel: 'info' }, { write: () => undefined }));
  const write = () =>
    logger.info({
      traceId: '5c5a0d5f-7a0c-4c6d-b7e2-0c7c3b1b2d11',
      method: 'GET',
      route: '/session',
      status: 200,
      ms: 1.2,
    });
  // The fastest of several rounds, because other processes slow some of them down.
  const rounds = Array.from({ length: 6 }, () => {
    const before = process.cpuUsage();
    for (let count = 0; count < 10_000; count += 1) write();
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 10_000;
  });
  expect(Math.min(...rounds)).toBeLessThan(10);
});
