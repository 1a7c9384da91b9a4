import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { calls } from '#shared/calls.ts';
import { type GatewayAndUpstream, type LogLine, startGatewayAndUpstream } from '../../support/gateway.ts';
import { cookiesAfter, sendRequest } from '../../support/send-request.ts';
import { sendJson } from '../../support/upstream.ts';

const lines: LogLine[] = [];
let pair: GatewayAndUpstream;
beforeAll(async () => {
  pair = await startGatewayAndUpstream(
    { RATE_LIMIT_EXEMPT: '127.0.0.0/8,::1', RATE_LIMIT_ATTEMPTS_PER_EMAIL: '1000', RATE_LIMIT_CODES_PER_EMAIL: '1000' },
    lines,
  );
});
afterAll(() => pair.close());
beforeEach(() => void lines.splice(0));

const tokens = { access_token: 'access-of-a-new-session', refresh_token: 'refresh-of-a-new-session' };
const email = 'anna@example.com';
/** Signs in while the upstream responds with this status and body. */
const signIn = (name: keyof typeof calls, status: number, body: unknown) => {
  pair.upstream.respond = (_, response) => sendJson(response, status, body);
  return sendRequest(pair.gateway.origin, calls[name].path, { method: 'POST', body: { email, code: '123456' } });
};
const events = () => lines.filter(({ security }) => security !== undefined);
const signIns = async () =>
  [
    ...(await pair.gateway.app.metrics.getSingleMetricAsString('gateway_sign_ins_total')).matchAll(
      /kind="(.*)"\} (\d+)/g,
    ),
  ].map(([, kind, count]) => [kind, Number(count)]);

test.each([
  ['verifyOneTimeCode', 'code'],
  ['signInWithAccountCode', 'account code'],
  ['signInWithPermanentToken', 'permanent token'],
] as const)('%s starts a session, counted and logged as a sign-in by %s', async (call, kind) => {
  const before = new Map((await signIns()) as [string, number][]);
  const response = await signIn(call, 200, { ...tokens, account: { email } });
  expect([response.status, response.json()]).toEqual([200, { account: { email } }]);
  expect(cookiesAfter(response)).toContain('access_token=');
  const hash = expect.stringMatching(/^[\da-f]{16}$/);
  const traceId = response.headers['trace-id'];
  expect(events()).toMatchObject([{ security: 'sign-in', traceId, call, kind, account: hash, session: hash }]);
  expect(new Map((await signIns()) as [string, number][]).get(kind)).toBe((before.get(kind) ?? 0) + 1);
});

describe('a refused sign-in', () => {
  test.each([400, 401, 429, 499])('with status %i is passed on and logged as a failed sign-in', async (status) => {
    const response = await signIn('verifyOneTimeCode', status, { code: 3, message: 'wrong' });
    expect([response.status, response.json()]).toEqual([status, { code: 3, message: 'wrong' }]);
    expect(response.setCookies).toEqual([]);
    expect(events()).toMatchObject([{ security: 'sign-in failed', call: 'verifyOneTimeCode', kind: 'code' }]);
  });

  test.each([500, 503])(
    'with status %i is not logged as a failed sign-in, because the code was not checked',
    async (status) => {
      expect((await signIn('verifyOneTimeCode', status, {})).status).toBe(status);
      expect(events()).toEqual([]);
    },
  );

  test('is not logged if it was only a request for a code', async () => {
    expect((await signIn('requestOneTimeCode', 400, {})).status).toBe(400);
    expect(events()).toEqual([]);
  });
});

describe('a response without a token pair', () => {
  test.each([[{}], [{ access_token: 7 }], [[tokens]], [{ session: tokens }], ['text']])(
    'is an error if the call must sign in: %j',
    async (body) => {
      const response = await signIn('verifyOneTimeCode', 200, body);
      expect([response.status, response.json()]).toEqual([
        502,
        { code: 13, message: 'Sign-in response has no usable tokens' },
      ]);
      expect([response.setCookies, events()]).toEqual([[], []]);
      expect(lines).toContainEqual(expect.objectContaining({ status: 502, cause: 'unreadable' }));
    },
  );

  test('is passed on if the call does not require tokens', async () => {
    const response = await signIn('requestOneTimeCode', 200, { seconds: 60 });
    expect([response.status, response.text, response.setCookies]).toEqual([200, '{"seconds":60}', []]);
  });

  test('loses a lone refresh token', async () => {
    const response = await signIn('requestOneTimeCode', 200, {
      refresh_token: 'refresh-alone-that-is-long',
      seconds: 60,
    });
    expect([response.status, response.json(), response.setCookies]).toEqual([200, { seconds: 60 }, []]);
  });

  test('is withheld if it contains nested tokens', async () => {
    const response = await signIn('requestOneTimeCode', 200, { session: tokens });
    expect([response.status, response.setCookies]).toEqual([502, []]);
  });
});

test.each(['verifyOneTimeCode', 'requestOneTimeCode'] as const)(
  'a response that is too long to be parsed starts no session, and its tokens stay in the gateway: %s',
  async (name) => {
    const response = await signIn(name, 200, { ...tokens, text: 'x'.repeat(262_144) });
    expect([response.status, response.setCookies]).toEqual([502, []]);
    expect(response.text).not.toContain('of-a-new-session');
  },
);

test('a body that repeats a token outside its field starts no session', async () => {
  const response = await signIn('verifyOneTimeCode', 200, { ...tokens, link: `/?${tokens.access_token}` });
  expect([response.status, response.setCookies]).toEqual([502, []]);
  expect(events()).toMatchObject([{ security: 'token firewall' }]);
});
