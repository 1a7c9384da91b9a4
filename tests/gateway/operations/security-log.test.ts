import { afterAll, beforeAll, expect, test } from 'vitest';
import { calls } from '#shared/calls.ts';
import { type LogLine, startGateway, type TestGateway } from '../../support/gateway.ts';
import { type RotatingUpstream, startRotatingUpstream } from '../../support/rotating-upstream.ts';
import { cookiesAfter, navigate, sendRequest } from '../../support/send-request.ts';

const email = 'anna@example.com';
const lines: LogLine[] = [];
let upstream: RotatingUpstream;
let gateway: TestGateway;
let origin: string;

beforeAll(async () => {
  upstream = await startRotatingUpstream();
  gateway = await startGateway(upstream.origin, {}, lines);
  ({ origin } = gateway);
});
afterAll(async () => {
  await gateway.close();
  await upstream.close();
});

const last = (event: string) => lines.findLast(({ security }) => security === event);

/** Follows the refreshes back to the sign-in that the session began with. */
function accountOf(session: string | undefined): string | undefined {
  const signIn = lines.find((line) => line.security === 'sign-in' && line.session === session);
  if (signIn) return signIn.account;
  const refresh = lines.find(({ security, next }) => security === 'session refreshed' && next === session);
  return refresh && accountOf(refresh.session);
}

async function signIn() {
  const body = { email, code: '123456' };
  return sendRequest(origin, calls.verifyOneTimeCode.path, { method: 'POST', body });
}

/** The profile with an expired access token: the session is refreshed. */
async function refresh(cookie: string) {
  upstream.expire();
  return sendRequest(origin, calls.profile.path, { cookie });
}

test('a sign-in by a token pair in the URL logs the same account hash as a sign-in by e-mail', async () => {
  await signIn();
  const byEmail = last('sign-in');
  const { access, refresh } = upstream.issue();
  const before = lines.length;
  await navigate(origin, `/profile?access_token=${access}&refresh_token=${refresh}`);
  const byAddress = lines.slice(before).find(({ security }) => security === 'sign-in');
  expect(byAddress).toMatchObject({ kind: 'url pair', account: byEmail?.account });
  expect(byEmail?.account).toMatch(/^[\da-f]{16}$/);
});

test('the security log links a deleted account and a refused refresh to the account', async () => {
  const cookie = cookiesAfter(await signIn());
  const refreshed = cookiesAfter(await refresh(cookie));
  const account = last('sign-in')?.account;
  expect(account).toMatch(/^[\da-f]{16}$/);

  await sendRequest(origin, calls.deleteAccount.path, { method: 'POST', cookie: refreshed, body: {} });
  const deleted = last('account deleted');
  expect([deleted?.traceId, accountOf(deleted?.session)]).toEqual([expect.any(String), account]);

  const other = cookiesAfter(await signIn());
  upstream.respondToRefresh = (response) => {
    response.writeHead(401, { 'content-type': 'application/json' }).end('{"code":16,"message":"spent"}');
  };
  await refresh(other);
  upstream.respondToRefresh = null;
  const refused = last('refresh refused');
  expect([refused?.traceId, accountOf(refused?.session)]).toEqual([expect.any(String), account]);

  expect(JSON.stringify(lines)).not.toContain('anna');
  expect(JSON.stringify(lines)).not.toMatch(/(access|refresh)-[\da-f]{8}-/);
});
