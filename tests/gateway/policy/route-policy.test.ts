import { afterEach, expect, test } from 'vitest';
import { buildGuardedApp, type GuardedApp } from './guarded-app.ts';

let guarded: GuardedApp;
afterEach(() => guarded.app.close());

test.each([
  ['no policy', {}],
  ['no bucket', { access: 'public' }],
  ['no access', { rate: 'calls' }],
] as const)('a route with %s stops the start', async (_, config) => {
  guarded = await buildGuardedApp();
  expect(() => guarded.app.get('/forgotten', { config }, async () => 'open to all')).toThrow(/GET \/forgotten/);
});

test('a route in a nested plugin is checked too', async () => {
  guarded = await buildGuardedApp();
  guarded.app.register(async (scope) => {
    scope.get('/forgotten', async () => 'open to all');
  });
  await expect(guarded.app.ready()).rejects.toThrow(/GET \/forgotten/);
});

test('the route table lists every route with its policy', async () => {
  guarded = await buildGuardedApp();
  guarded.app.get('/thing', { config: { access: 'session', rate: 'calls' } }, async () => 'thing');
  await guarded.app.ready();
  expect(guarded.app.routeTable).toEqual([
    { method: 'GET', path: '/thing', access: 'session', rate: 'calls' },
    { method: 'HEAD', path: '/thing', access: 'session', rate: 'calls' },
  ]);
});
