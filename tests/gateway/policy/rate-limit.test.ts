import request from 'supertest';
import { afterEach, expect, onTestFinished, test } from 'vitest';
import { calls } from '../../../shared/calls.ts';
import { startGatewayAndUpstream } from '../../support/gateway.ts';
import { sendRequest } from '../../support/send-request.ts';
import { buildGuardedApp, type GuardedApp, publicOrigin } from './guarded-app.ts';

let guarded: GuardedApp;
afterEach(() => guarded?.app.close());

async function start(env: Readonly<Record<string, string>>): Promise<string> {
  guarded = await buildGuardedApp({ env: { TRUST_PROXY: '127.0.0.1', ...env } });
  const { app } = guarded;
  app.get(calls.profile.path, { config: { access: 'session', rate: 'calls' } }, async () => 'profile');
  app.get('/enter', { config: { access: 'navigation', rate: 'none' } }, async () => 'page');
  for (const { path } of [calls.requestOneTimeCode, calls.verifyOneTimeCode, calls.signInWithAccountCode]) {
    app.post(path, { config: { access: 'public', rate: 'sign-in' } }, async () => 'done');
  }
  app.post(calls.verifyNewEmail.path, { config: { access: 'public', rate: 'calls' } }, async () => 'done');
  app.post(calls.applyNewEmail.path, { config: { access: 'public', rate: 'sign-in' } }, async () => 'done');
  return (await guarded.listen()).origin;
}

const from = (address: string) => ({ 'X-Forwarded-For': address, Origin: publicOrigin });

test('a client over its limit gets 429 with Retry-After; other clients do not', async () => {
  const origin = await start({ RATE_LIMIT_PER_MINUTE: '2' });
  const get = (address: string) => request(origin).get(calls.profile.path).set(from(address));
  await get('203.0.113.1').expect(200);
  await get('203.0.113.1').expect(200);
  const refused = await get('203.0.113.1').expect(429);
  expect(refused.body).toEqual({ code: 8, message: 'Too many requests' });
  const refusals = await guarded.registry.getSingleMetricAsString('gateway_refusals_total');
  expect(refusals).toMatch(/reason="rate limit"\} 1$/m);
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(60);
  await get('203.0.113.2').expect(200);
});

test('all addresses of an IPv6 /64 network count as one client', async () => {
  const origin = await start({ RATE_LIMIT_PER_MINUTE: '1' });
  const get = (address: string) => request(origin).get(calls.profile.path).set(from(address));
  await get('2001:db8:1:2::1').expect(200);
  await get('2001:db8:1:2:ffff::7').expect(429);
  await get('2001:db8:1:3::1').expect(200);
});

test('a forged X-Forwarded-For header does not avoid the limit', async () => {
  const origin = await start({ RATE_LIMIT_PER_MINUTE: '1', TRUST_PROXY: '' });
  await request(origin).get(calls.profile.path).set(from('203.0.113.1')).expect(200);
  await request(origin).get(calls.profile.path).set(from('203.0.113.2')).expect(429);
});

test('codes for an e-mail change and codes to sign in share the limit of the mailbox', async () => {
  const origin = await start({ RATE_LIMIT_CODES_PER_EMAIL: '1' });
  const post = (path: string, body: object) => request(origin).post(path).set(from('203.0.113.1')).send(body);
  await post(calls.requestOneTimeCode.path, { email: 'anna@example.com' }).expect(200);
  await post(calls.verifyNewEmail.path, { new_email: 'anna@example.com' }).expect(429);
});

test('all sign-in calls share one bucket, separate from other calls', async () => {
  const origin = await start({ RATE_LIMIT_SIGN_IN_PER_MINUTE: '2' });
  const post = (path: string) => request(origin).post(path).set(from('203.0.113.1')).send({ email: 'a@example.com' });
  await post(calls.requestOneTimeCode.path).expect(200);
  await post(calls.signInWithAccountCode.path).expect(200);
  await post(calls.verifyOneTimeCode.path).expect(429);
  await request(origin).get(calls.profile.path).set(from('203.0.113.1')).expect(200);
});

test('unknown calls are limited, pages are not', async () => {
  const origin = await start({ RATE_LIMIT_PER_MINUTE: '1' });
  await request(origin).get('/web/v1/nothing').set(from('203.0.113.1')).expect(404);
  await request(origin).get('/web/v1/nothing').set(from('203.0.113.1')).expect(429);
  await request(origin).put(calls.profile.path).set(from('203.0.113.1')).expect(429);
  await request(origin).get('/enter').set(from('203.0.113.1')).expect(200);
});

test('an exempt range has no limit per address', async () => {
  const origin = await start({ RATE_LIMIT_PER_MINUTE: '1', RATE_LIMIT_EXEMPT: '203.0.113.0/24' });
  for (let count = 0; count < 3; count += 1) {
    await request(origin).get(calls.profile.path).set(from('203.0.113.1')).expect(200);
  }
});

test.each([
  ['code requests', calls.requestOneTimeCode.path, 'email', 'RATE_LIMIT_CODES_PER_EMAIL'],
  ['codes for a new e-mail', calls.verifyNewEmail.path, 'new_email', 'RATE_LIMIT_CODES_PER_EMAIL'],
  ['code attempts', calls.verifyOneTimeCode.path, 'email', 'RATE_LIMIT_ATTEMPTS_PER_EMAIL'],
])('%s for one e-mail are limited across all addresses', async (_, path, member, variable) => {
  const origin = await start({ [variable]: '2', RATE_LIMIT_EXEMPT: '203.0.113.0/24' });
  const post = (address: string, email: unknown) =>
    request(origin)
      .post(path)
      .set(from(address))
      .send({ [member]: email });
  await post('203.0.113.1', 'anna@example.com').expect(200);
  await post('203.0.113.2', 'ANNA@example.com ').expect(200);
  const refused = await post('203.0.113.3', 'anna@example.com').expect(429);
  expect(refused.body.code).toBe(8);
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(60);
  const refusals = await guarded.registry.getSingleMetricAsString('gateway_refusals_total');
  expect(refusals).toMatch(/reason="e-mail limit"\} 1$/m);
  await post('203.0.113.3', 'other@example.com').expect(200);
  await post('203.0.113.3', 7).expect(400);
});

test('attempts with codes that name no e-mail have a total limit across all networks', async () => {
  const origin = await start({ RATE_LIMIT_ATTEMPTS_PER_EMAIL: '2' });
  const post = (path: string, network: number) =>
    request(origin)
      .post(path)
      .set(from(`2001:db8:${network.toString(16)}::1`))
      .send({ otc_code: '123456', email: 'anna@example.com' });
  for (let network = 0; network < 20; network += 1) await post(calls.applyNewEmail.path, network).expect(200);
  const refused = await post(calls.applyNewEmail.path, 20).expect(429);
  expect(refused.body.code).toBe(8);
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(60);
  const refusals = await guarded.registry.getSingleMetricAsString('gateway_refusals_total');
  expect(refusals).toMatch(/reason="e-mail limit"\} 1$/m);
  await post(calls.verifyOneTimeCode.path, 20).expect(200);
});

test('one network can use a tenth of the attempts with codes that name no e-mail', async () => {
  const origin = await start({ RATE_LIMIT_ATTEMPTS_PER_EMAIL: '2' });
  const apply = (address: string) => request(origin).post(calls.applyNewEmail.path).set(from(address)).send({});
  for (const status of [200, 200, ...Array(30).fill(429)]) await apply('203.0.113.1').expect(status);
  for (let network = 2; network < 11; network += 1)
    for (const status of [200, 200, 429]) await apply(`203.0.113.${network}`).expect(status);
  await apply('203.0.113.11').expect(429);
});

test('a request that is refused for another reason counts neither for the e-mail nor for the address', async () => {
  const origin = await start({ RATE_LIMIT_CODES_PER_EMAIL: '1', RATE_LIMIT_SIGN_IN_PER_MINUTE: '1' });
  const { path } = calls.requestOneTimeCode;
  await request(origin).post(path).set('Origin', 'https://evil.example').send({ email: 'a@example.com' }).expect(403);
  await request(origin).post(path).set(from('127.0.0.1')).send({ email: 'a@example.com' }).expect(200);
});

test('an e-mail counts regardless of the case of its key, because some parsers ignore the case', async () => {
  const origin = await start({ RATE_LIMIT_CODES_PER_EMAIL: '1' });
  const post = (body: object) =>
    request(origin).post(calls.requestOneTimeCode.path).set(from('203.0.113.1')).send(body);
  await post({ email: 'anna@example.com' }).expect(200);
  await post({ Email: 'anna@example.com' }).expect(429);
  await post({ EMAIL: 'Anna@Example.com' }).expect(429);
  await post({ email: '\u200ban\u034fna@exam\u00adple.com\u0085' }).expect(429);
});

test('a new e-mail also counts under the key `newEmail`, which some parsers read as `new_email`', async () => {
  const origin = await start({ RATE_LIMIT_CODES_PER_EMAIL: '1' });
  const post = (body: object) => request(origin).post(calls.verifyNewEmail.path).set(from('203.0.113.1')).send(body);
  await post({ newEmail: 'anna@example.com' }).expect(200);
  await post({ new_email: 'anna@example.com' }).expect(429);
});

test('an e-mail that is not a string is refused, because a parser could turn it into an address that was not counted', async () => {
  const origin = await start({});
  const post = (body: object) =>
    request(origin).post(calls.requestOneTimeCode.path).set(from('203.0.113.1')).send(body);
  for (const email of [7, null, ['anna@example.com'], { toString: 'anna@example.com' }]) {
    const refused = await post({ email }).expect(400);
    expect(refused.body).toEqual({ code: 3, message: expect.any(String) });
    await post({ Email: 'anna@example.com', email }).expect(400);
  }
  await post({ email: 'anna@example.com' }).expect(200);
});

test('an e-mail longer than any valid address is refused at once, because normalizing it could take a second', async () => {
  const origin = await start({ RATE_LIMIT_EXEMPT: '203.0.113.0/24' });
  const marks = `a${'\u0300'.repeat(10_000)}${'\u0316'.repeat(10_000)}`;
  const started = performance.now();
  for (const [{ path }, body] of [
    [calls.requestOneTimeCode, { email: marks }],
    [calls.verifyOneTimeCode, { EMAIL: marks }],
    [calls.verifyNewEmail, { newEmail: marks }],
    [calls.verifyNewEmail, { new_email: `${'a'.repeat(320)}@` }],
  ] as const) {
    const refused = await request(origin).post(path).set(from('203.0.113.1')).send(body).expect(400);
    expect(refused.body).toEqual({ code: 3, message: expect.any(String) });
  }
  expect(performance.now() - started).toBeLessThan(200);
  await request(origin)
    .post(calls.verifyNewEmail.path)
    .set(from('203.0.113.1'))
    .send({ new_email: `${'a'.repeat(308)}@example.com` })
    .expect(200);
});

test('a body with two e-mails is refused, because parsers disagree about which one counts', async () => {
  const origin = await start({});
  const post = (body: object) => request(origin).post(calls.verifyOneTimeCode.path).set(from('203.0.113.1')).send(body);
  const refused = await post({ email: 'anna@example.com', Email: 'other@example.com' }).expect(400);
  expect(refused.body).toEqual({ code: 3, message: 'One e-mail is needed' });
  const refusals = await guarded.registry.getSingleMetricAsString('gateway_refusals_total');
  expect(refusals).toMatch(/reason="malformed"\} 1$/m);
  await post({ email: 'anna@example.com', Email: 'ANNA@example.com' }).expect(200);
  // They count as one mailbox, but are two accounts.
  await post({ email: 'anna@example.com', Email: 'anna+1@example.com' }).expect(400);
});

test('a name may occur in two spellings, and no more: each e-mail takes time to compare', async () => {
  const origin = await start({});
  const post = (body: object) => request(origin).post(calls.verifyNewEmail.path).set(from('203.0.113.1')).send(body);
  const email = 'anna@example.com';
  await post({ newEmail: email, new_email: email, other: email }).expect(200);
  const refused = await post({ newEmail: email, new_email: email, New_Email: email }).expect(400);
  expect(refused.body).toEqual({ code: 3, message: 'One e-mail is needed' });
});

test('a body that is one long text is not read character by character', async () => {
  const origin = await start({ RATE_LIMIT_EXEMPT: '203.0.113.0/24' });
  const text = JSON.stringify('x'.repeat(65_000));
  const before = process.cpuUsage();
  for (let count = 0; count < 20; count += 1) {
    await request(origin)
      .post(calls.verifyNewEmail.path)
      .set(from('203.0.113.1'))
      .type('application/json')
      .send(text)
      .expect(200);
  }
  // In microseconds. Reading each character took 40 ms for each body.
  expect(process.cpuUsage(before).user).toBeLessThan(500_000);
});

test.each([
  'x1 <anna@example.com>',
  'x1 \uff1canna@example.com\uff1e',
  'anna(1)@example.com',
  'anna@[192.0.2.1]',
  'anna@example.com,1@x.example',
  'anna@example.com;',
  'x1:anna@example.com',
  'an\\na@example.com',
  '"anna"@example.com',
  'anna@example.com@x.example',
  'anna\ufe6bexample.com\n@x.example',
  ...['<', '>', '(', ')', '[', ']', ',', ';', ':', '\\', '"'],
])(
  '%j is refused: an upstream that parses it may send to another address than the one that is counted',
  async (email) => {
    const origin = await start({});
    const refused = await request(origin)
      .post(calls.requestOneTimeCode.path)
      .set(from('203.0.113.1'))
      .send({ email })
      .expect(400);
    expect(refused.body).toEqual({ code: 3, message: 'One e-mail is needed' });
  },
);

test('what is no address at all is left to the upstream, which has an error for it', async () => {
  const origin = await start({});
  for (const email of ['', 'anna', 'anna@', '@example.com', "o'neil+news@example.com"]) {
    await request(origin).post(calls.requestOneTimeCode.path).set(from('203.0.113.1')).send({ email }).expect(200);
  }
});

test('a body without an e-mail counts for no e-mail', async () => {
  const origin = await start({ RATE_LIMIT_CODES_PER_EMAIL: '1' });
  const post = (body?: string) => {
    const call = request(origin).post(calls.requestOneTimeCode.path).set(from('203.0.113.1'));
    return body === undefined ? call : call.set('Content-Type', 'application/json').send(body);
  };
  for (const body of [undefined, '{}', 'null', '[]', '"email"', '7', '{"email_address":"anna@example.com"}']) {
    for (let count = 0; count < 2; count += 1) await post(body).expect(200);
  }
});

test('counts synchronously when no shared store is configured', async () => {
  await start({ RATE_LIMIT_PER_MINUTE: '1' });
  expect(guarded.app.countRequest('calls', { clientAddress: '203.0.113.9' } as never)).toBe(0);
  expect(guarded.app.countRequest('calls', { clientAddress: '203.0.113.9' } as never)).toBe(60);
});

test.each([
  '/session/extension',
  `/%77eb${calls.profile.path.slice(4)}`,
  calls.profile.path,
  '/web/v1/unknown',
  calls.signInWithGoogle.path,
])('another site cannot use up the calls of a visitor’s network: %s', async (path) => {
  const pair = await startGatewayAndUpstream({ RATE_LIMIT_PER_MINUTE: '3', EXTENSION_ID: 'a'.repeat(32) });
  onTestFinished(() => pair.close());
  const { origin } = pair.gateway;
  const elsewhere = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'image' };
  for (let count = 0; count < 5; count += 1) await sendRequest(origin, path, { headers: elsewhere });
  const own = await sendRequest(origin, calls.profile.path, { cookie: 'access_token=a' });
  expect(own.status).toBe(200);
});

test.each([
  { path: calls.signInWithGoogle.path, success: 302 },
  { path: '/reports', method: 'POST', body: {}, success: 204 },
] as const)(
  'what another site may send counts towards a limit of its own: $path',
  async ({ path, success, ...sent }) => {
    const pair = await startGatewayAndUpstream({ RATE_LIMIT_PER_MINUTE: '2' });
    onTestFinished(() => pair.close());
    const headers = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors' };
    const statuses: number[] = [];
    for (let count = 0; count < 3; count += 1) {
      const { status } = await sendRequest(pair.gateway.origin, path, { ...sent, headers });
      statuses.push(status);
    }
    expect(statuses).toEqual([success, success, 429]);
  },
);

test('a call that claims to start a WebSocket does not pass the limit uncounted', async () => {
  const pair = await startGatewayAndUpstream();
  onTestFinished(() => pair.close());
  const { origin } = pair.gateway;
  const headers = { 'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==' };
  const write = await sendRequest(origin, calls.updateSettings.path, { method: 'POST', headers, body: {} });
  const read = await sendRequest(origin, calls.profile.path, { headers });
  expect([write.status, read.status]).toEqual([403, 403]);
  expect(pair.upstream.requests).toEqual([]);
});
