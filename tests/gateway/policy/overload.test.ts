import { setTimeout as pause } from 'node:timers/promises';
import request from 'supertest';
import { expect, onTestFinished, test, vi } from 'vitest';
import { buildGuardedApp } from './guarded-app.ts';

function block(milliseconds: number): void {
  const until = performance.now() + milliseconds;
  while (performance.now() < until);
}

test('a short stall of the event loop refuses no request', async () => {
  const { app, listen } = await buildGuardedApp({ overload: { maxDelayMs: 800, sampleMs: 1_000 } });
  app.get('/fine', { config: { access: 'public', rate: 'none' } }, async () => 'fine');
  const { origin } = await listen();
  block(2_500);
  await request(origin).get('/fine').expect(200);
  expect(app.health.overloaded).toBe(false);
  await app.close();
});

test('requests get 503 with Retry-After while the event loop is late', async () => {
  const { app, listen } = await buildGuardedApp({ overload: { maxDelayMs: 80, sampleMs: 500 } });
  app.get('/fine', { config: { access: 'public', rate: 'none' } }, async () => 'fine');
  const { origin } = await listen();
  await request(origin).get('/fine').expect(200);

  const work = setInterval(() => block(150), 1);
  onTestFinished(() => clearInterval(work));
  await expect.poll(() => app.health.overloaded, { timeout: 8_000 }).toBe(true);
  const response = await request(origin).get('/fine').expect(503);
  expect(response.body).toEqual({ code: 14, message: 'Overloaded, please try again' });
  expect(response.headers['retry-after']).toBe('1');

  clearInterval(work);
  await expect.poll(() => app.health.overloaded, { timeout: 8_000 }).toBe(false);
  await request(origin).get('/fine').expect(200);
  await app.close();
});

test('three consecutive late samples are needed, samples without a measurement are skipped, and sampling stops with the server', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  // Every measurement is late.
  const { app } = await buildGuardedApp({ overload: { maxDelayMs: -20, sampleMs: 1_000 } });
  await app.ready();
  const sample = () => {
    vi.advanceTimersByTime(1_000);
    return app.health.overloaded;
  };
  const measured = async () => {
    await pause(50);
    return sample();
  };
  // Two samples in the same turn of the event loop leave no time for a measurement.
  expect([await measured(), sample(), sample(), await measured(), sample()]).toEqual(Array(5).fill(false));
  expect([await measured(), sample()]).toEqual([true, true]);
  await app.close();
  app.health.overloaded = false;
  expect(await measured()).toBe(false);
});

test('an overloaded app refuses every request', async () => {
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
