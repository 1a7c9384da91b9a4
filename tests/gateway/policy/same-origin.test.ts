import request from 'supertest';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isSameOrigin } from '../../../gateway/policy/same-origin.ts';
import { buildGuardedApp, type GuardedApp, publicOrigin } from './guarded-app.ts';

const own = 'https://account.skerry.example';

test.each([
  ['a page of ours in a current browser', { 'sec-fetch-site': 'same-origin', origin: own }, true],
  ['a page of ours that sends no Origin', { 'sec-fetch-site': 'same-origin' }, true],
  ['a page of ours in an older browser', { origin: own }, true],
  ['a sibling site', { 'sec-fetch-site': 'same-site', origin: 'https://order.skerry.example' }, false],
  ['a sibling site without Origin', { 'sec-fetch-site': 'same-site' }, false],
  ['another site', { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }, false],
  ['another site in an older browser', { origin: 'https://evil.example' }, false],
  ['a sandboxed frame', { 'sec-fetch-site': 'same-origin', origin: 'null' }, false],
  ['a typed address', { 'sec-fetch-site': 'none' }, false],
  [
    'a client whose Origin contradicts Sec-Fetch-Site',
    { 'sec-fetch-site': 'same-origin', origin: 'https://evil.example' },
    false,
  ],
  ['a client whose Sec-Fetch-Site contradicts the Origin', { 'sec-fetch-site': 'cross-site', origin: own }, false],
  ['two values of Sec-Fetch-Site', { 'sec-fetch-site': 'same-origin, cross-site' }, false],
  ['the same host over http', { origin: 'http://account.skerry.example' }, false],
  ['the same host at another port', { origin: `${own}:8443` }, false],
  ['a host that starts with our host name', { origin: `${own}.evil.example` }, false],
  ['a client that sends neither header', {}, false],
])('a request from %s is same-origin: %s', (_, headers, expected) => {
  expect(isSameOrigin(headers, own)).toBe(expected);
});

describe('a running server', () => {
  let guarded: GuardedApp;
  let origin: string;

  beforeAll(async () => {
    guarded = await buildGuardedApp();
    const policy = { access: 'public', rate: 'none' } as const;
    for (const method of ['POST', 'PUT', 'DELETE', 'GET'] as const) {
      guarded.app.route({ method, url: '/thing', config: policy, handler: async () => ({ done: true }) });
    }
    guarded.app.get('/web/v1/thing', { config: policy }, async () => ({ done: true }));
    guarded.app.post('/reports', { config: { ...policy, crossSite: true } }, async () => ({ done: true }));
    ({ origin } = await guarded.listen());
  });
  afterAll(() => guarded.app.close());

  test.each(['post', 'put', 'delete'] as const)('refuses a cross-site %s', async (method) => {
    const response = await request(origin)[method]('/thing').set('Sec-Fetch-Site', 'cross-site').expect(403);
    expect(response.body).toEqual({ code: 7, message: 'Cross-site request refused' });
    expect(response.headers['trace-id']).toMatch(/^[\da-f-]{36}$/);
    const refusals = await guarded.registry.getSingleMetricAsString('gateway_refusals_total');
    expect(refusals).toMatch(/reason="cross-site"\} [1-3]$/m);
  });

  test('accepts a same-origin request', async () => {
    await request(origin).post('/thing').set('Sec-Fetch-Site', 'same-origin').expect(200);
    await request(origin).delete('/thing').set('Origin', publicOrigin).expect(200);
  });

  test('does not apply to GET and HEAD without Sec-Fetch-Mode', async () => {
    await request(origin).get('/thing').set('Sec-Fetch-Site', 'cross-site').expect(200);
    await request(origin).head('/thing').set('Sec-Fetch-Site', 'cross-site').expect(200);
  });

  test.each([
    ['cross-site', 'navigate', 403],
    ['same-site', 'navigate', 403],
    ['same-origin, none', 'navigate', 403],
    ['same-origin', 'navigate', 200],
    ['none', 'navigate', 403],
    ['cross-site', 'no-cors', 403],
    ['same-site', 'cors', 403],
    ['same-origin', 'cors', 200],
    [null, 'navigate', 200],
    ['cross-site', null, 200],
  ])('a call with Sec-Fetch-Site: %s and Sec-Fetch-Mode: %s', async (site, mode, status) => {
    const headers = {
      ...(mode !== null && { 'Sec-Fetch-Mode': mode }),
      ...(site !== null && { 'Sec-Fetch-Site': site }),
    };
    await request(origin).get('/web/v1/thing').set(headers).expect(status);
    const unknown = status === 403 ? 403 : 404;
    await request(origin).get('/web/v1/other').set(headers).expect(unknown);
    await request(origin).post('/web/v1/other').set(headers).expect(unknown);
    await request(origin).post('/other').set(headers).expect(404);
    await request(origin).get('/thing').set(headers).expect(200);
  });

  test.each(['options', 'get', 'post'] as const)(
    'allows no other origin to read the response to %s',
    async (method) => {
      for (const path of ['/thing', '/web/v1/thing', '/reports', '/nothing']) {
        const { headers } = await request(origin)[method](path).set({
          Origin: 'https://evil.example',
          'Access-Control-Request-Method': 'POST',
          'Access-Control-Request-Headers': 'content-type',
        });
        expect(Object.keys(headers).filter((name) => name.startsWith('access-control-'))).toEqual([]);
      }
    },
  );

  test('refuses to start a WebSocket, which a page of a sibling site can do with the cookies', async () => {
    const key = 'dGhlIHNhbXBsZSBub25jZQ==';
    const call = () => request(origin).get('/web/v1/thing').set('Sec-WebSocket-Key', key);
    await call().set({ Connection: 'Upgrade', Upgrade: 'websocket' }).expect(403);
    // Behind a proxy that drops these headers.
    await call().expect(403);
    // Of more than 2 kB of headers, only some stay.
    await call().set('X-Any', 'x'.repeat(3_000)).expect(403);
    await request(origin).get('/web/v1/thing').set({ Connection: 'Upgrade', Upgrade: 'h2c' }).expect(200);
  });

  test('does not apply to routes that allow cross-site requests', async () => {
    await request(origin).post('/reports').set('Sec-Fetch-Site', 'cross-site').expect(200);
  });

  test('unknown paths still get 404', async () => {
    await request(origin).post('/nothing').expect(404);
    await request(origin).patch('/thing').expect(405);
  });
});
