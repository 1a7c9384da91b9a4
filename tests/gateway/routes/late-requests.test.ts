import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { calls } from '#shared/calls.ts';
import { type GatewayAndUpstream, type LogLine, startGatewayAndUpstream } from '../../support/gateway.ts';
import { sendRequest } from '../../support/send-request.ts';
import { sendJson } from '../../support/upstream.ts';

// Browsers repeat requests by themselves, also when the device wakes up.

const lines: LogLine[] = [];
let pair: GatewayAndUpstream;
let received: string[] = [];
beforeAll(async () => {
  pair = await startGatewayAndUpstream({}, lines);
});
afterAll(() => pair.close());
beforeEach(() => {
  lines.splice(0);
  received = [];
  pair.upstream.respond = ({ url }, response) => {
    received.push(url);
    sendJson(response, 401, { code: 16, message: 'spent' });
  };
});

const cookie = 'access_token=an-access-token; refresh_token=a-spent-refresh-token';
const send = (sentAt: string, { method, path } = calls.profile as { method: string; path: string }) =>
  sendRequest(pair.gateway.origin, path, {
    method,
    cookie,
    headers: { 'sent-at': sentAt },
    ...(method === 'POST' && { body: {} }),
  });
const ago = (seconds: number): string => String(Date.now() - seconds * 1_000);

test.each([
  ['read', calls.profile],
  ['write', calls.cancelSubscription],
  ['sign-in', calls.signInWithAccountCode],
])('a %s that was sent long ago reaches no upstream, and leaves the session alone', async (_, call) => {
  const before = Date.now();
  const { status, text, headers } = await send(ago(46), call);
  expect([status, JSON.parse(text)]).toEqual([504, { code: 4, message: 'Request is too late' }]);
  expect(Number(headers['gateway-time'])).toBeGreaterThanOrEqual(before);
  expect(headers['set-cookie']).toBeUndefined();
  expect(headers['session-ended']).toBeUndefined();
  expect(received).toEqual([]);
  expect(lines.find((line) => 'cause' in line)).toMatchObject({ cause: 'late' });
});

test.each([
  ['42 seconds ago', () => ago(42)],
  ['by a clock that is ahead', () => ago(-3_600)],
  ['at no time', () => 'yesterday'],
  ['at an empty time', () => ''],
])('one that was sent %s is passed on', async (_, sentAt) => {
  expect((await send(sentAt())).status).toBe(401);
  expect(received).not.toEqual([]);
});

test('a sign-out is never too late', async () => {
  const { status, setCookies } = await sendRequest(pair.gateway.origin, '/session', {
    method: 'DELETE',
    cookie,
    headers: { 'sent-at': ago(3_600) },
  });
  expect(status).toBe(204);
  expect(setCookies.join()).toContain('refresh_token=;');
});

test('a late call counts as no attempt', async () => {
  for (let count = 0; count < 20; count += 1) expect((await send(ago(46), calls.applyNewEmail)).status).toBe(504);
  expect((await send(ago(0), calls.applyNewEmail)).status).toBe(401);
});
