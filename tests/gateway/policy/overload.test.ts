import request from 'supertest';
import { expect, onTestFinished, test } from 'vitest';
import { buildGuardedApp } from './guarded-app.ts';

function block(milliseconds: number): void {
  const until = performance.now() + milliseconds;
  while (performance.now() < until);
}

test('a short stall refuses no request', async () => {
  const { app, listen } = await buildGuardedApp({ overload: { maxDelayMs: 800, sampleMs: 1_000 } });
  app.get('/fine', { config: { access: 'public', rate: 'none' } }, async () => 'fine');
  const { origin } = await listen();
  block(2_500);
  await request(origin).get('/fine').expect(200);
  expect(app.health.overloaded).toBe(false);
  await app.close();
});

test('while the event loop is late, requests are turned away with Retry-After', async () => {
  const { app, listen } = await buildGuardedApp({ overload: { maxDelayMs: 80, sampleMs: 500 } });
  app.get('/fine', { config: { access: 'public', rate: 'none' } }, async () => 'fine');
  const { origin } = await listen();
  await request(origin).get('/fine').expect(200);

  const work = setInterval(() => block(150), 1);
  onTestFinished(() => clearInterval(work));
  await expect.poll(() => app.health.overloaded, { timeout: 8_000 }).toBe(true);
  const answer = await request(origin).get('/fine').expect(503);
  expect(answer.body).toEqual({ code: 14, message: 'Overloaded, please try again' });
  expect(answer.headers['retry-after']).toBe('1');

  clearInterval(work);
  await expect.poll(() => app.health.overloaded, { timeout: 8_000 }).toBe(false);
  await request(origin).get('/fine').expect(200);
  await app.close();
});

test('an app that is overloaded refuses each request', async () => {
  const { app, registry } = await buildGuardedApp();
  app.get('/fine', { config: { access: 'public', rate: 'none' } }, async () => 'fine');
  await app.ready();
  app.health.overloaded = true;
  const { statusCode, headers, body } = await app.inject({ url: '/fine', headers: { host: 'localhost' } });
  expect([statusCode, headers['retry-after'], JSON.parse(body)]).toEqual([
    503,
    '1',
    { code: 14, message: 'Overloaded, please try again' },
  ]);
  expect(await registry.getSingleMetricAsString('gateway_refusals_total')).toMatch(/reason="overload"\} 1$/m);
  app.health.overloaded = false;
  expect((await app.inject({ url: '/fine', headers: { host: 'localhost' } })).statusCode).toBe(200);
  await app.close();
});
