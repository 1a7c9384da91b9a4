import { EventEmitter } from 'node:events';
import type { FastifyReply } from 'fastify';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { calls } from '#shared/calls.ts';
import type { Problem } from '../../../gateway/http/problem.ts';
import { CallState } from '../../../gateway/session/call-state.ts';
import { callUpstream, setRefreshedCookies } from '../../../gateway/session/call-upstream.ts';
import { createIdentity } from '../../../gateway/session/sealed-token.ts';
import type { Session } from '../../../gateway/session/session-cookies.ts';
import { callContext as context } from '../../support/call-context.ts';
import { createGate } from '../../support/gate.ts';
import type { LogLine } from '../../support/gateway.ts';
import { type RotatingUpstream, startRotatingUpstream, type TokenPair } from '../../support/rotating-upstream.ts';
import { sendJson } from '../../support/upstream.ts';
import type { GuardedApp } from '../policy/guarded-app.ts';
import { buildSessionApp } from './session-app.ts';

let upstream: RotatingUpstream;
let guarded: GuardedApp;
let lines: LogLine[];

beforeEach(async () => {
  lines = [];
  upstream = await startRotatingUpstream();
  guarded = await buildSessionApp(upstream.origin, lines);
  await guarded.app.ready();
});
afterEach(async () => {
  await guarded.app.close();
  await upstream.close();
});

const sessionOf = (held: Partial<TokenPair>, identity = createIdentity()) => {
  const { cookies } = guarded.app.sessions;
  return { ...cookies.read(undefined, '/'), access: null, refresh: null, identity, ...held };
};

/** Sends a call with these tokens. */
async function send(
  held: Partial<TokenPair>,
  name: 'profile' | 'verifyOneTimeCode' = 'profile',
  session = sessionOf(held),
  sentContext = context,
) {
  const call = calls[name];
  const state = new CallState(session);
  const buildBody = () => (call.method === 'GET' ? null : '{}');
  const problem = await callUpstream(
    guarded.app,
    { name, call, path: call.path, session, context: sentContext, reply: openReply(), buildBody },
    state,
  ).then(
    () => null,
    (error: Problem) => error,
  );
  return { state, problem, session };
}
/** The reply to a client that leaves when its `raw` emits `close`. */
const openReply = () => ({ raw: Object.assign(new EventEmitter(), { closed: false }) }) as unknown as FastifyReply;
const paths = () => upstream.requests.map(({ url }) => url);
const events = () => lines.filter(({ security }) => security !== undefined);

describe('a call', () => {
  test('with a valid access token is sent once', async () => {
    const { state } = await send(upstream.issue());
    expect(state.response?.status).toBe(200);
    expect(JSON.parse(String(state.decodedBody))).toEqual({ profile: { email: 'anna@example.com' } });
    expect([paths(), state.refreshed, state.setCookies]).toEqual([[calls.profile.path], null, []]);
    expect(await guarded.registry.metrics()).toContain(
      'gateway_upstream_duration_seconds_count{call="profile",status="2xx"} 1',
    );
  });

  test('is aborted when its client disconnects', async () => {
    const left = createGate();
    upstream.respond = (_, response) => {
      response.on('close', left.open);
      reply.raw.emit('close');
    };
    const reply = openReply();
    const session = sessionOf({ access: 'access' });
    const { profile: call } = calls;
    const request = { name: 'profile', call, path: call.path, session, context, reply, buildBody: () => null } as const;
    await expect(callUpstream(guarded.app, request, new CallState(session))).rejects.toMatchObject({ status: 499 });
    await left.pass();
  });

  test.each([
    ['a refresh', { refresh: 'refresh' }],
    ['the lineage of an expired access token', { access: 'access' }],
  ])('does not wait for %s when its client has left', async (_, held) => {
    const session = sessionOf(held);
    const state = new CallState(session);
    const reply = { raw: { closed: true } } as FastifyReply;
    const { profile: call } = calls;
    const request = { name: 'profile', call, path: call.path, session, context, reply, buildBody: () => null } as const;
    await expect(callUpstream(guarded.app, request, state)).rejects.toMatchObject({ status: 499 });
    state.refreshed = upstream.issue();
    await expect(setRefreshedCookies(guarded.app, request, state)).rejects.toMatchObject({ status: 499 });
    expect(state.setCookies).toEqual([]);
  });

  test('with an expired access token is retried with new tokens, which its response must not contain either', async () => {
    const pair = upstream.issue();
    upstream.expire();
    const { state } = await send(pair);
    expect(state.response?.status).toBe(200);
    expect(paths()).toEqual([calls.profile.path, calls.refreshTokens.path, calls.profile.path]);
    expect(state.refreshed).toMatchObject({ access: expect.any(String), refresh: expect.any(String) });
    expect(state.forbiddenTokens).toEqual([
      pair.access,
      pair.refresh,
      state.refreshed?.access,
      state.refreshed?.refresh,
    ]);
  });

  test('with only a refresh token is refreshed first', async () => {
    const { refresh } = upstream.issue();
    const { state } = await send({ refresh });
    expect(state.response?.status).toBe(200);
    expect(paths()).toEqual([calls.refreshTokens.path, calls.profile.path]);
  });

  test('that signs in is sent with only a refresh token, and never refreshed', async () => {
    upstream.respond = (_, response) => sendJson(response, 401, { code: 16 });
    const { state } = await send({ refresh: 'refresh' }, 'verifyOneTimeCode');
    expect([state.response?.status, paths()]).toEqual([401, [calls.verifyOneTimeCode.path]]);
    const { state: another } = await send({ access: 'access', refresh: 'refresh' }, 'verifyOneTimeCode');
    expect([another.sessionEnded, paths()]).toEqual([
      false,
      [calls.verifyOneTimeCode.path, calls.verifyOneTimeCode.path],
    ]);
  });

  test.each([
    [401, { code: 7 }],
    [401, 'no code'],
    [403, { code: 16 }],
  ])('that gets %i and %j is not refreshed', async (status, body) => {
    upstream.respond = (_, response) => sendJson(response, status, body);
    const { state } = await send({ access: 'access', refresh: 'refresh' });
    expect([state.response?.status, state.sessionEnded, upstream.refreshes()]).toEqual([status, false, []]);
  });

  test('that gets a 401 without a refresh token ends the session, if there was one', async () => {
    const { state } = await send({ access: 'expired' });
    expect([state.response?.status, state.sessionEnded]).toEqual([401, true]);
    expect(state.setCookies.join()).toContain('access_token=; Max-Age=0');
    const { state: visitor } = await send({});
    expect([visitor.response?.status, visitor.sessionEnded, visitor.setCookies]).toEqual([401, false, []]);
  });

  test('that was received before its session ended leaves the browser’s cookies alone: they may be the next session’s', async () => {
    const late = { ...context, receivedAt: Date.now() - 1 };
    const afterwards = () => ({ ...context, receivedAt: Date.now() + 1 });
    for (const held of [{ access: 'expired' }, { access: 'expired', refresh: 'spent' }]) {
      expect((await send(held, 'profile', sessionOf(held), late)).state.sessionEnded).toBe(true);
      const { state, problem } = await send(held, 'profile', sessionOf(held), late);
      expect(problem).toMatchObject({ status: 401, message: 'Session has ended' });
      expect([state.sessionEnded, state.setCookies]).toEqual([false, []]);
      // A browser that still has the old cookies has not got the response that clears them.
      expect((await send(held, 'profile', sessionOf(held), afterwards())).state.sessionEnded).toBe(true);
    }
  });
});

describe('a refresh during a call', () => {
  test('that is refused ends the session with the upstream’s message', async () => {
    const { state, problem } = await send({ access: 'expired', refresh: 'spent' });
    expect(problem).toBeNull();
    expect(state.response).toMatchObject({ status: 401, headers: { 'content-type': 'application/json' } });
    expect(String(state.response?.body)).toBe('{"code":16,"message":"token spent"}');
    expect(String(state.decodedBody)).toBe('{"code":16,"message":"token spent"}');
    expect(state.sessionEnded).toBe(true);
    const session = expect.stringMatching(/^[\da-f]{16}$/);
    expect(events()).toMatchObject([{ security: 'refresh refused', traceId: context.traceId, session }]);
  });

  test.each([
    [500, 503, 'upstream 5xx'],
    [404, 503, 'unreadable'],
    [200, 502, 'unreadable'],
  ])('that gets %i keeps the session and reports a problem', async (status, code, failure) => {
    upstream.respondToRefresh = (response) => sendJson(response, status, {});
    const { state, problem } = await send({ access: 'expired', refresh: 'refresh' });
    expect(problem).toMatchObject({ status: code, failure });
    expect([state.sessionEnded, state.setCookies]).toEqual([false, []]);
  });

  test('of a session that has ended in the meantime sets and clears no cookies', async () => {
    const pair = upstream.issue();
    await guarded.app.sessions.lineage.recordEnd(pair.refresh, context.network);
    upstream.expire();
    const { state, problem } = await send(pair);
    expect(problem).toMatchObject({ status: 401, message: 'Session has ended' });
    expect([state.sessionEnded, state.setCookies]).toEqual([false, []]);
  });

  test('continues when the client disconnects, but the call is not repeated', async () => {
    const pair = upstream.issue();
    upstream.expire();
    const gate = createGate();
    upstream.beforeRefresh = gate.pass;
    const session = sessionOf(pair);
    const reply = openReply();
    const { profile: call } = calls;
    const request = { name: 'profile', call, path: call.path, session, context, reply, buildBody: () => null } as const;
    const outcome = callUpstream(guarded.app, request, new CallState(session)).catch((error: Problem) => error);
    await gate.arrived;
    reply.raw.emit('close');
    expect(await outcome).toMatchObject({ message: 'Client went away' });
    gate.open();
    await guarded.app.sessions.coordinator.settled();
    expect((await guarded.app.sessions.lineage.read(pair.refresh)).successor).not.toBeNull();
    expect(paths()).toEqual([calls.profile.path, calls.refreshTokens.path]);
  });
});

describe('a response', () => {
  test.each([300, 302, 399])('with the redirect status %i is not used', async (status) => {
    upstream.respond = (_, response) => sendJson(response, status, {}, { location: '/elsewhere' });
    const { problem, state } = await send({ access: 'access' });
    expect(problem).toMatchObject({ message: 'Upstream response is unusable', status: 502, failure: 'unreadable' });
    expect(state.response).toBeNull();
  });

  test('that is not used is released from the memory budget', async () => {
    const long = Buffer.alloc(4_000_000);
    upstream.respond = (_, response) => response.writeHead(302).end(long);
    for (let count = 0; count < 9; count += 1) {
      expect((await send({ access: 'access' })).problem).toMatchObject({ failure: 'unreadable' });
    }
  });

  test('to a sign-in whose client has left is released from the memory budget', async () => {
    const { verifyOneTimeCode: call } = calls;
    const buildBody = () => '{}';
    for (let count = 0; count < 9; count += 1) {
      const reply = openReply();
      upstream.respond = (_, response) => {
        reply.raw.emit('close');
        response.end(Buffer.alloc(4_000_000));
      };
      const session = sessionOf({});
      const request = { name: 'verifyOneTimeCode', call, path: call.path, session, context, reply, buildBody } as const;
      await expect(callUpstream(guarded.app, request, new CallState(session))).rejects.toMatchObject({ status: 499 });
    }
    upstream.respond = (_, response) => response.end(Buffer.alloc(4_000_000));
    await expect.poll(async () => (await send({}, 'verifyOneTimeCode')).problem).toBeNull();
  });

  test.each([299, 400])('with status %i is used', async (status) => {
    upstream.respond = (_, response) => sendJson(response, status, {});
    expect((await send({ access: 'access' })).state.response?.status).toBe(status);
  });

  test('that cannot be decoded is not used', async () => {
    upstream.respond = (_, response) => sendJson(response, 200, {}, { 'content-encoding': 'gzip' });
    expect((await send({ access: 'access' })).problem).toMatchObject({ failure: 'unreadable' });
  });
});

describe('the state of a call', () => {
  const response = () => {
    const released: string[] = [];
    return {
      released,
      status: 200,
      headers: {},
      body: Buffer.from('x'),
      milliseconds: 1,
      release: () => released.push('x'),
    };
  };

  test('releases a response when it is replaced, and at the end', () => {
    const [first, second] = [response(), response()];
    const state = new CallState(sessionOf({}));
    state.release();
    state.setResponse(first, first.body);
    expect([first.released, String(state.decodedBody)]).toEqual([[], 'x']);
    state.setResponse(second, second.body);
    expect([first.released, second.released, String(state.decodedBody)]).toEqual([['x'], [], 'x']);
    state.release();
    expect([second.released, state.decodedBody.length]).toEqual([['x'], 0]);
  });

  test('can drop the decoded body earlier', () => {
    const state = new CallState(sessionOf({}));
    state.setResponse(response(), Buffer.from('decoded'));
    state.dropDecodedBody();
    expect(state.decodedBody.length).toBe(0);
  });
});

describe('the cookies of a refreshed pair', () => {
  const read = (setCookies: readonly string[]) =>
    guarded.app.sessions.cookies.read(setCookies.map((line) => line.split(';')[0]).join('; '), '/');

  const setCookies = (session: Session, state: CallState) => {
    const { profile: call } = calls;
    const request = {
      name: 'profile',
      call,
      path: call.path,
      session,
      context,
      reply: openReply(),
      buildBody: () => null,
    } as const;
    return setRefreshedCookies(guarded.app, request, state);
  };

  test('are set once and keep the identity of the session', async () => {
    const pair = upstream.issue();
    const identity = createIdentity(Date.now() - 60_000);
    const session = sessionOf(pair, identity);
    const state = new CallState(session);
    await setCookies(session, state);
    expect(state.setCookies).toEqual([]);
    state.refreshed = pair;
    await setCookies(session, state);
    expect(read(state.setCookies)).toMatchObject({ ...pair, identity });
    const { length } = state.setCookies;
    await setCookies(session, state);
    expect(state.setCookies).toHaveLength(length);
  });

  test('are those of a newer pair if there is one', async () => {
    const [pair, newer] = [upstream.issue(), upstream.issue()];
    await guarded.app.sessions.lineage.recordRotation(pair.refresh, newer, context.network);
    const state = new CallState(sessionOf(pair));
    state.refreshed = pair;
    await setCookies({ ...sessionOf(pair), identity: null }, state);
    const cookies = read(state.setCookies);
    expect(cookies).toMatchObject(newer);
    expect(cookies.identity?.signedInAt).toBeGreaterThan(Date.now() / 1_000 - 60);
  });

  test.each(['the token of the browser', 'the new token'])(
    'are not set where only %s is known to have ended: Redis may have lost what connects both',
    async (which) => {
      const [held, newer] = [upstream.issue(), upstream.issue()];
      await guarded.app.sessions.lineage.recordEnd(
        which === 'the new token' ? newer.refresh : held.refresh,
        context.network,
      );
      const state = new CallState(sessionOf(held));
      state.refreshed = newer;
      await expect(setCookies(sessionOf(held), state)).rejects.toThrow('Session has ended');
      expect(state.setCookies).toEqual([]);
    },
  );

  test('are not set for a session that has ended', async () => {
    const pair = upstream.issue();
    await guarded.app.sessions.lineage.recordEnd(pair.refresh, context.network);
    const state = new CallState(sessionOf(pair));
    state.refreshed = pair;
    await expect(setCookies(sessionOf(pair), state)).rejects.toThrow('Session has ended');
    expect(state.setCookies).toEqual([]);
  });
});
