import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type RunningSandbox, startSandbox } from './support/running-sandbox.ts';

let sandbox: RunningSandbox;
beforeAll(async () => {
  sandbox = await startSandbox();
});
beforeEach(() => sandbox.post('/sandbox/reset'));
afterAll(() => sandbox.close());

const geo = () => sandbox.call('GET', '/web/v1/geoip/ip/info');

test('logs requests with their status, without bodies, headers and queries', async () => {
  const traceId = '4f1c1f0e-6f0b-4f7e-9a53-0a6a4a3c9b1d';
  await fetch(`${sandbox.origin}/web/v1/geoip/ip/info?secret=1`, { headers: { 'trace-id': traceId } });
  await sandbox.call('GET', '/web/v1/nothing');
  const { body } = await sandbox.call('GET', '/sandbox/requests');
  expect(body).toEqual([
    { method: 'GET', path: '/web/v1/geoip/ip/info', traceId, status: 200, at: expect.stringMatching(/Z$/) },
    { method: 'GET', path: '/web/v1/nothing', traceId: null, status: 404, at: expect.any(String) },
  ]);
});

test('a fault responds with its status and body for the given number of requests', async () => {
  await sandbox.post('/sandbox/faults', {
    path: '/web/v1/geoip/ip/info',
    status: 418,
    body: { code: 1, message: 'tea' },
    times: 2,
  });
  expect(await geo()).toMatchObject({ status: 418, body: { code: 1, message: 'tea' } });
  expect((await geo()).status).toBe(418);
  expect((await geo()).status).toBe(200);
});

test('a fault applies only to its method and path, and faults can be removed', async () => {
  await sandbox.post('/sandbox/faults', { method: 'POST', path: '/web/v1/geoip/ip/info', status: 500 });
  expect((await geo()).status).toBe(200);
  await sandbox.post('/sandbox/faults', { status: 429 });
  const limited = await geo();
  expect(limited.status).toBe(429);
  expect(limited.headers['retry-after']).toBe('5');
  await sandbox.call('DELETE', '/sandbox/faults');
  expect((await geo()).status).toBe(200);
});

test('a text body is sent as HTML', async () => {
  await sandbox.post('/sandbox/faults', { status: 403, body: '<h1>Blocked</h1>' });
  const response = await geo();
  expect(response.headers['content-type']).toContain('text/html');
  expect(response.text).toBe('<h1>Blocked</h1>');
});

test('a fault can delay, reset the connection, or never respond', async () => {
  await sandbox.post('/sandbox/faults', { delayMs: 120, times: 1 });
  const begin = performance.now();
  expect((await geo()).status).toBe(200);
  expect(performance.now() - begin).toBeGreaterThanOrEqual(115);
  await sandbox.post('/sandbox/faults', { reset: true, times: 1 });
  await expect(geo()).rejects.toThrow();
  await sandbox.post('/sandbox/faults', { hang: true, times: 1 });
  const hanging = fetch(`${sandbox.origin}/web/v1/geoip/ip/info`, { signal: AbortSignal.timeout(200) });
  await expect(hanging).rejects.toThrow();
});

test('a fault in the response executes the call and loses its response', async () => {
  const token = await sandbox.signIn('anna.lindqvist@example.com');
  const { subscription } = await sandbox.profile(token);
  await sandbox.post('/sandbox/faults', {
    path: '/web/v1/store/cancel-subscription',
    reset: true,
    after: true,
    times: 1,
  });
  const cancel = sandbox.post('/web/v1/store/cancel-subscription', { subscription_id: subscription.id }, token);
  await expect(cancel).rejects.toThrow();
  expect((await sandbox.profile(token)).state).toBe('canceled');
  await sandbox.post('/sandbox/faults', { status: 502, after: true, times: 1 });
  const renew = { subscription_id: subscription.id };
  expect((await sandbox.post('/web/v1/store/subscription/renew', renew, token)).status).toBe(502);
  expect((await sandbox.profile(token)).state).toBe('active');
});

test('a reset restores accounts, tokens and codes and ends sessions', async () => {
  const before = await sandbox.accounts();
  const token = await sandbox.signIn('free@example.com');
  await sandbox.post('/web/v1/account/one-time-code/request', { email: 'free@example.com' });
  await sandbox.post('/sandbox/reset');
  expect(await sandbox.accounts()).toEqual(before);
  expect((await sandbox.call('GET', '/sandbox/messages')).body).toEqual([]);
  expect((await sandbox.call('GET', '/web/v1/profile', undefined, token)).status).toBe(401);
});

test('rejects invalid control requests', async () => {
  expect((await sandbox.post('/sandbox/clock', { advanceSeconds: -1 })).status).toBe(400);
  expect((await sandbox.post('/sandbox/clock', { advanceSeconds: 'soon' })).status).toBe(400);
  expect((await sandbox.post('/sandbox/expire', { refresh: 'maybe' })).status).toBe(400);
  expect((await sandbox.post('/sandbox/faults', { status: 42 })).status).toBe(400);
  expect((await sandbox.post('/sandbox/faults', { times: 'often' })).status).toBe(400);
});
