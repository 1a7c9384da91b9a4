import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { calls } from '#shared/calls.ts';
import { createIdentity } from '../../../gateway/session/sealed-token.ts';
import { hashToken } from '../../../gateway/session/token-keys.ts';
import { createGate } from '../../support/gate.ts';
import { type GatewayAndUpstream, type LogLine, startGateway, startGatewayAndUpstream } from '../../support/gateway.ts';
import { type RequestOptions, sendAndDisconnect, sendRequest } from '../../support/send-request.ts';
import { sendJson } from '../../support/upstream.ts';

const lines: LogLine[] = [];
let pair: GatewayAndUpstream;
beforeAll(async () => {
  pair = await startGatewayAndUpstream({}, lines);
});
afterAll(() => pair.close());
beforeEach(() => {
  lines.splice(0);
  pair.upstream.respond = (_, response) => sendJson(response, 200, {});
});

const cookie = 'access_token=access-of-the-session; refresh_token=refresh-of-the-session';
const send = (name: keyof typeof calls, options: RequestOptions = {}) =>
  sendRequest(pair.gateway.origin, calls[name].path, {
    method: calls[name].method,
    cookie,
    ...(calls[name].method === 'POST' && { body: {} }),
    ...options,
  });
const events = () => lines.filter(({ security }) => security !== undefined);
const hash = expect.stringMatching(/^[\da-f]{16}$/);

describe('security events', () => {
  test.each([
    ['applyNewEmail', 'e-mail changed'],
    ['deleteAccount', 'account deleted'],
    ['cancelAccountDeletion', 'account restored'],
  ] as const)('%s is logged as: %s', async (call, security) => {
    const { headers } = await send(call, { body: { email: 'anna@example.com' } });
    const event = { security, call, account: hash, session: hash, traceId: headers['trace-id'] };
    expect(events()).toMatchObject([event]);
  });

  test.each([300, 400, 500])('a status of %i logs no event', async (status) => {
    pair.upstream.respond = (_, response) => sendJson(response, status, {});
    await send('cancelAccountDeletion');
    expect(events()).toEqual([]);
  });

  test('other calls log no event', async () => {
    expect((await send('profile')).status).toBe(200);
    expect((await send('updateSettings')).status).toBe(200);
    expect(events()).toEqual([]);
    expect(lines.filter(({ session }) => session !== undefined)).toEqual([]);
  });

  test.each([[{ email: 7 }], [{}], [null], ['anna@example.com'], [[]]])(
    'an event for the body %j names no account',
    async (body) => {
      await send('cancelAccountDeletion', { body: JSON.stringify(body) });
      expect(events()).toMatchObject([{ security: 'account restored' }]);
      expect(events()[0]).not.toHaveProperty('account');
    },
  );
});

describe('a response with tokens', () => {
  test('is withheld and reported', async () => {
    pair.upstream.respond = (_, response) => sendJson(response, 200, { message: 'for access-of-the-session' });
    const response = await send('profile');
    expect([response.status, response.json()]).toEqual([502, { code: 13, message: 'Upstream response is unusable' }]);
    const traceId = response.headers['trace-id'];
    expect(events()).toMatchObject([{ security: 'token firewall', traceId, call: 'profile' }]);
    expect(lines.filter(({ level }) => level === 'error')).toMatchObject([
      { traceId, route: calls.profile.path, err: { message: 'Upstream response is unusable' } },
    ]);
  });
});

describe('a client that disconnects', () => {
  test('aborts its call', async () => {
    const [arrived, aborted] = [createGate(), createGate()];
    pair.upstream.respond = (_, response) => {
      response.on('close', aborted.open);
      void arrived.pass();
    };
    await sendAndDisconnect(pair.gateway.origin, calls.profile.path, { cookie }, arrived.arrived);
    await aborted.pass();
  });

  test('does not abort a sign-in, because its code works only once', async () => {
    const [arrived, responding] = [createGate(), createGate()];
    pair.upstream.respond = async (_, response) => {
      void arrived.pass();
      await responding.pass();
      sendJson(response, 200, { access_token: 'access-of-a-new-session', refresh_token: 'refresh-of-a-new-session' });
    };
    const body = { email: 'anna@example.com', code: '123456' };
    const { path, method } = calls.verifyOneTimeCode;
    await sendAndDisconnect(pair.gateway.origin, path, { method, body }, arrived.arrived);
    responding.open();
    await expect.poll(events).toMatchObject([{ security: 'sign-in', kind: 'code' }]);
  });
});

describe('a call that lacks what it needs', () => {
  test.each(['access_token=access-alone', ''])(
    'deleting the account without a refresh token ends the session: "%s"',
    async (held) => {
      const before = pair.upstream.requests.length;
      const response = await send('deleteAccount', { cookie: held });
      expect([response.status, response.json()]).toEqual([401, { code: 16, message: 'Session has ended' }]);
      expect(response.headers['session-ended']).toBe('1');
      expect(response.setCookies.map((set) => set.split(';')[0])).toEqual([
        'access_token=',
        'refresh_token=',
        'auth_type=',
      ]);
      expect(pair.upstream.requests.length).toBe(before);
    },
  );

  test('an error response sets no cookies if nothing was refreshed', async () => {
    pair.upstream.respond = (_, response) => response.destroy();
    const response = await send('profile');
    expect([response.status, response.headers['set-cookie'], response.headers['session-ended']]).toEqual([
      502,
      undefined,
      undefined,
    ]);
  });
});

test('deleting the account ends the session, so that a late refresh sets no cookies', async () => {
  await send('deleteAccount');
  expect((await pair.gateway.app.sessions.lineage.read('refresh-of-the-session')).ended).toBe(true);
});

describe('duplicate cookies', () => {
  const tokens = { access_token: 'next-access', refresh_token: 'next-refresh' };
  const newPair = ['access_token=next-access', 'refresh_token=next-refresh'];
  const expired = { status: 401, body: { code: 16, message: 'expired' } };
  const done = { status: 200, body: {} };
  const call = { name: 'profile', twice: 'auth_type' } as const;
  const signIn = { name: 'verifyOneTimeCode', twice: 'access_token' } as const;

  test.each([
    { what: 'a call', ...call, delayMs: 0, responses: [done], sets: [] },
    { what: 'a late call', ...call, delayMs: 1_100, responses: [done], sets: [] },
    { what: 'a late refresh', ...call, delayMs: 1_100, responses: [expired, done], sets: newPair },
    {
      what: 'a late sign-in',
      ...signIn,
      delayMs: 1_100,
      responses: [{ status: 200, body: tokens }],
      sets: newPair,
    },
    {
      what: 'a late sign-in that fails',
      ...signIn,
      delayMs: 1_100,
      responses: [{ status: 400, body: {} }],
      sets: [],
    },
  ])('$what deletes them where the gateway sets none', async ({ what, name, twice, delayMs, responses, sets }) => {
    const left = [...responses];
    pair.upstream.respond = async ({ url }, response) => {
      if (url === calls.refreshTokens.path) return sendJson(response, 200, tokens);
      await new Promise((resolve) => setTimeout(resolve, delayMs));
      const { status, body } = left.shift() ?? done;
      sendJson(response, status, body);
    };
    const { setCookies } = await send(name, {
      cookie: `access_token=a; refresh_token=before-${hashToken(what)}; auth_type=google; ${twice}=a`,
      ...(name === 'verifyOneTimeCode' && { body: { email: 'anna@example.com', code: '111111' } }),
    });
    expect(setCookies).toContain(`${twice}=; Max-Age=0; Path=/web`);
    expect(setCookies).not.toContain(`${twice}=; Max-Age=0; Path=/`);
    const names = setCookies.map((line) => line.split(';')[0] ?? '');
    const cleared = `${twice}=`;
    expect(names.filter((each) => each.includes('=next-'))).toEqual(sets);
    // In this order: a browser that clears last loses the new pair.
    expect(names.lastIndexOf(cleared)).toBeLessThan(sets.length > 0 ? names.indexOf(newPair[0] ?? '') : names.length);
  });
});

test('response bodies are released from the memory budget', async () => {
  const long = JSON.stringify({ text: 'x'.repeat(4_000_000) });
  pair.upstream.respond = (_, response) => response.writeHead(200, { 'content-type': 'application/json' }).end(long);
  for (let count = 0; count < 9; count += 1) expect((await send('profile')).status).toBe(200);
});

test('a session past its lifetime has ended for every call except a sign-in', async () => {
  const env = { COOKIE_KEYS: Buffer.alloc(32, 7).toString('base64'), SESSION_ABSOLUTE_MAX_AGE_S: '60' };
  const sealed = await startGateway(pair.upstream.origin, env);
  try {
    const { cookies } = sealed.app.sessions;
    const identity = createIdentity(Date.now() - 60_000);
    const tokens = { access: 'access-of-an-old-session', refresh: 'refresh-of-an-old-session' };
    const held = cookies.setTokens(tokens, identity).map((line) => line.split(';')[0]);
    const options = { cookie: held.join('; ') };
    const refused = await sendRequest(sealed.origin, calls.profile.path, options);
    expect([refused.status, refused.headers['session-ended']]).toEqual([401, '1']);
    const signIn = calls.requestOneTimeCode;
    const body = { email: 'anna@example.com' };
    const response = await sendRequest(sealed.origin, signIn.path, { ...options, method: 'POST', body });
    expect([response.status, response.headers['session-ended']]).toEqual([200, undefined]);
  } finally {
    await sealed.close();
  }
});
