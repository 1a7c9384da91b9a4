import type { ServerResponse } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { calls } from '#shared/calls.ts';
import { type GatewayAndUpstream, type LogLine, startGatewayAndUpstream } from '../../support/gateway.ts';
import { sendRequest } from '../../support/send-request.ts';
import { sendJson } from '../../support/upstream.ts';

let pair: GatewayAndUpstream;
const lines: LogLine[] = [];
beforeAll(async () => {
  pair = await startGatewayAndUpstream({}, lines);
});
beforeEach(() => {
  lines.splice(0);
  pair.upstream.respond = (_, response) => sendJson(response, 200, { access_token: 'a', refresh_token: 'r', rest: 1 });
});
afterAll(() => pair.close());

const post = (path: string, body: object, cookie = '') =>
  sendRequest(pair.gateway.origin, path, { method: 'POST', body, cookie });
const events = () => lines.filter(({ security }) => security !== undefined);

const email = 'anna@example.com';

test.each([
  ['a code', calls.verifyOneTimeCode, { email, code: '123456' }],
  ['an account code', calls.signInWithAccountCode, { code: 'AAAA-1111-BBBB' }],
])('after a sign-in by %s the user knows the account', async (_, { path }, body) => {
  const signIn = async (cookie: string) => {
    const response = await post(path, body, cookie);
    expect(response.status).toBe(200);
    return response.setCookies.filter((set) => set.startsWith('account_unconfirmed'));
  };
  expect(await signIn('account_unconfirmed=1')).toEqual([expect.stringMatching(/^account_unconfirmed=; .*Max-Age=0/)]);
  expect(await signIn('locale=en')).toEqual([]);
});

test.each([
  ['code', calls.verifyOneTimeCode, { email, code: '123456' }],
  ['account code', calls.signInWithAccountCode, { code: 'AAAA-1111-BBBB' }],
  ['permanent token', calls.signInWithPermanentToken, { permanent_token: 'good' }],
])('a sign-in by %s is counted and logged, and the browser gets the rest of the body', async (kind, { path }, body) => {
  const count = async () => {
    const metric = await pair.gateway.app.metrics.getSingleMetricAsString('gateway_sign_ins_total');
    return Number(RegExp(`kind="${kind}"\\} (\\d+)`).exec(metric)?.[1]);
  };
  const before = await count();
  const response = await post(path, body);
  expect([response.status, response.json()]).toEqual([200, { rest: 1 }]);
  expect(response.headers).toMatchObject({ 'content-type': 'application/json', date: expect.any(String) });
  expect(await count()).toBe(before + 1);
  expect(events()).toMatchObject([{ security: 'sign-in', kind, traceId: response.headers['trace-id'] }]);
});

describe('a sign-in has failed', () => {
  const code = { email, code: '123456' };
  test.each([
    [400, calls.verifyOneTimeCode, ['sign-in failed']],
    [499, calls.verifyOneTimeCode, ['sign-in failed']],
    [500, calls.verifyOneTimeCode, []],
    [400, calls.requestOneTimeCode, []],
  ])('only if the upstream refuses it, and not the request for a code: %i', async (status, { path }, expected) => {
    pair.upstream.respond = (_, response) => sendJson(response, status, { code: 3, message: 'no' });
    await post(path, code);
    expect(events().map(({ security }) => security)).toEqual(expected);
  });

  test.each([
    ['the upstream does not respond', (response: ServerResponse) => void response.destroy()],
    ['the response has no token', (response: ServerResponse) => sendJson(response, 200, {})],
  ])('not if %s: nothing is known', async (_, respond) => {
    pair.upstream.respond = (_, response) => respond(response);
    expect((await post(calls.verifyOneTimeCode.path, code)).status).toBeGreaterThanOrEqual(500);
    expect([events(), lines.some(({ level }) => level === 'error')]).toEqual([[], false]);
  });
});

test('a response without usable tokens is an error whose cause is in the log', async () => {
  pair.upstream.respond = (_, response) => sendJson(response, 200, { access_token: '' });
  const response = await post(calls.verifyOneTimeCode.path, { email, code: '123456' });
  const body = { code: 13, message: 'Sign-in response has no usable tokens' };
  expect([response.status, response.json(), response.setCookies]).toEqual([502, body, []]);
  const traceId = response.headers['trace-id'];
  await expect
    .poll(() => lines.filter((line) => line.traceId === traceId))
    .toContainEqual(expect.objectContaining({ status: 502, cause: 'unreadable' }));
});

test('unusable tokens in the response to a request for a code are removed, and sign no one in', async () => {
  pair.upstream.respond = (_, response) => sendJson(response, 200, { access_token: '', rest: 1 });
  const response = await post(calls.requestOneTimeCode.path, { email });
  expect([response.status, response.json(), response.setCookies]).toEqual([200, { rest: 1 }, []]);
});
