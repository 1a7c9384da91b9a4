import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createIdentity } from '../../../gateway/session/sealed-token.ts';
import { hashToken } from '../../../gateway/session/token-keys.ts';
import { callContext as context } from '../../support/call-context.ts';
import { createGate } from '../../support/gate.ts';
import type { LogLine } from '../../support/gateway.ts';
import { startRedis } from '../../support/redis.ts';
import { type RotatingUpstream, startRotatingUpstream } from '../../support/rotating-upstream.ts';
import { startSilentServer } from '../../support/silent-server.ts';
import { sendJson } from '../../support/upstream.ts';
import type { GuardedApp } from '../policy/guarded-app.ts';
import { buildSessionApp } from './session-app.ts';

type Pair = ReturnType<RotatingUpstream['issue']>;

const lifetimeSeconds = 1_000;
let upstream: RotatingUpstream;
let guarded: GuardedApp;
let lines: LogLine[];

/** `GET /read` reads the session twice. */
async function startSessions(more: Readonly<Record<string, string>> = {}): Promise<void> {
  const env = { SESSION_ABSOLUTE_MAX_AGE_S: String(lifetimeSeconds), ...more };
  guarded = await buildSessionApp(upstream.origin, lines, env);
  const { app } = guarded;
  app.get('/read', { config: { access: 'public', rate: 'calls' } }, async (request) => {
    app.sessions.read(request);
    const { locale } = app.sessions.callContext(request);
    return { ...app.sessions.describe(app.sessions.read(request)), id: request.id, locale };
  });
  await app.ready();
}

beforeEach(async () => {
  lines = [];
  upstream = await startRotatingUpstream();
  await startSessions();
});
afterEach(async () => {
  vi.useRealTimers();
  await guarded.app.close();
  await upstream.close();
});

const read = async (cookie: string) => {
  const response = await guarded.app.inject({ url: '/read', headers: { host: 'localhost:3000', cookie } });
  return response.json<{ signedIn: boolean; authType: string | null; id: string; locale: string }>();
};
const cookieHeader = (setCookies: readonly string[]) => setCookies.map((line) => line.split(';')[0]).join('; ');
const events = (name: string) => lines.filter(({ security }) => security === name);
const spentTokens = () => upstream.refreshes().map(({ body }) => JSON.parse(body).refresh_token);
const isEnded = async (token: string) => (await guarded.app.sessions.lineage.read(token)).ended;
/** Counters of a metric that are not zero, by their label. */
const counts = async (metric: string) =>
  [
    ...(await guarded.registry.metrics()).matchAll(RegExp(`^${metric}(?:\\{\\w+="([^"]+)"\\})? ([1-9]\\d*)$`, 'gm')),
  ].map(([, label = '', count]) => `${label} ${count}`.trim());
const revocations = () => counts('gateway_revocations_total');

describe('reading', () => {
  test.each([
    ['both cookies', 'auth_type=google', { signedIn: true, authType: 'google' }],
    ['an unknown marker', 'auth_type=forged', { signedIn: true, authType: null }],
  ])('the client learns whether and how it is signed in: %s', async (_, marker, state) => {
    const { cookies } = guarded.app.sessions;
    const pair = cookieHeader(cookies.setTokens(upstream.issue(), createIdentity()));
    expect(await read(`${pair}; ${marker}`)).toMatchObject(state);
    for (const one of pair.split('; ')) expect(await read(one)).toMatchObject({ signedIn: true });
    expect(await read(marker)).toMatchObject({ signedIn: false });
  });

  test('doubled cookies revoke nothing: one of the two may be forged', async () => {
    const { cookies } = guarded.app.sessions;
    const doubled = [upstream.issue(), upstream.issue()].map((pair) => cookies.setTokens(pair, createIdentity()));
    expect(await read(cookieHeader(doubled.flat()))).toMatchObject({ signedIn: false });
    await guarded.app.close();
    expect([upstream.requests, await revocations()]).toEqual([[], []]);
  });

  test('the upstream gets the language of the cookie', async () => {
    expect((await read('locale=de')).locale).toBe('de');
    expect((await read('other=de')).locale).toBe('en');
  });

  test('an unusable cookie is logged once per request, with its trace id', async () => {
    const { id } = await read('access_token=forged');
    expect(events('cookie not opened')).toMatchObject([{ traceId: id }]);
    expect(upstream.requests).toEqual([]);
  });
});

/** The cookies of a session past its lifetime. */
const oldCookies = (pair: { access: string; refresh: string }) => {
  const identity = createIdentity(Date.now() - lifetimeSeconds * 1_000);
  return cookieHeader(guarded.app.sessions.cookies.setTokens(pair, identity));
};

describe('a session past its lifetime', () => {
  test('is revoked once for all concurrent requests, and ends for all of them', async () => {
    const pair = upstream.issue();
    const cookie = oldCookies(pair);
    const states = await Promise.all([1, 2, 3].map(() => read(cookie)));
    expect(states.map(({ signedIn }) => signedIn)).toEqual([false, false, false]);
    await expect.poll(revocations).toEqual(['revoked 1']);
    await read(cookie);
    expect(spentTokens()).toEqual([pair.refresh]);
    expect(await isEnded(pair.refresh)).toBe(true);
  });

  test('is not revoked again by requests or a sign-out minutes later', async () => {
    const { sessions } = guarded.app;
    const pair = upstream.issue();
    const cookie = oldCookies(pair);
    await read(cookie);
    await expect.poll(revocations).toEqual(['revoked 1']);
    vi.useFakeTimers({ toFake: ['Date', 'performance'], now: Date.now() + 600_000 });
    vi.advanceTimersByTime(600_000);
    await read(cookie);
    await sessions.end(sessions.cookies.read(cookie, '/'), context);
    await guarded.app.close();
    expect(spentTokens()).toEqual([pair.refresh]);
  });

  test('without its refresh token has nothing to revoke', async () => {
    const [access = ''] = oldCookies(upstream.issue()).split('; ');
    expect(await read(access)).toMatchObject({ signedIn: false });
    expect(events('session past its lifetime')).toHaveLength(1);
    expect([upstream.requests, await revocations()]).toEqual([[], []]);
  });
});

describe('a new sign-in', () => {
  const none = { access: null, refresh: null };
  const reply = { raw: new ServerResponse(new IncomingMessage(new Socket())) };
  const start = (tokens: { access: string; refresh: string | null }, previous: object) => {
    const { sessions } = guarded.app;
    const empty = sessions.cookies.read(undefined, '/');
    return sessions.start(tokens, { ...empty, ...previous }, context, reply);
  };
  const settle = () => guarded.app.close();

  test('without a previous session revokes nothing', async () => {
    const pair = upstream.issue();
    const { setCookies } = await start(pair, none);
    expect(guarded.app.sessions.cookies.read(cookieHeader(setCookies), '/')).toMatchObject(pair);
    await settle();
    expect([spentTokens(), await revocations()]).toEqual([[], []]);
  });

  test('begins a session even with a token whose session has ended, but a pair from a link does not', async () => {
    const { sessions } = guarded.app;
    const [issued, linked] = [upstream.issue(), upstream.issue()];
    for (const { refresh } of [issued, linked]) await sessions.lineage.recordEnd(refresh, context.network);
    await start(issued, none);
    await sessions.start(linked, sessions.cookies.read(undefined, '/'), context, reply, false);
    expect([await isEnded(issued.refresh), await isEnded(linked.refresh)]).toEqual([false, true]);
  });

  test('ends and revokes the previous session', async () => {
    const [old, pair] = [upstream.issue(), upstream.issue()];
    await start(pair, old);
    expect([await isEnded(old.refresh), await isEnded(pair.refresh)]).toEqual([true, false]);
    await settle();
    expect([spentTokens(), await revocations()]).toEqual([[old.refresh], ['revoked 1']]);
  });

  test('spends the newest token of the previous session, even if the browser has an older one', async () => {
    const [old, newer, pair] = [upstream.issue(), upstream.issue(), upstream.issue()];
    await guarded.app.sessions.lineage.recordRotation(old.refresh, newer, context.network);
    await start(pair, old);
    await settle();
    expect(spentTokens()).toEqual([newer.refresh]);
  });

  test('that returns the token of the previous session neither ends nor spends it', async () => {
    const old = upstream.issue();
    await start({ access: 'another', refresh: old.refresh }, old);
    expect(await isEnded(old.refresh)).toBe(false);
    await settle();
    expect([spentTokens(), await revocations()]).toEqual([[], []]);
  });

  test('without a refresh token also revokes the previous session', async () => {
    const old = upstream.issue();
    const { setCookies } = await start({ access: 'alone', refresh: null }, old);
    expect(setCookies[1]).toMatch(/^refresh_token=; Max-Age=0/);
    await settle();
    expect(spentTokens()).toEqual([old.refresh]);
  });
});

describe('the end of a session', () => {
  test('revokes the tokens of doubled and mixed cookies, which the session does not use', async () => {
    const { cookies, end } = guarded.app.sessions;
    const pairs = [upstream.issue(), upstream.issue()];
    const [first = '', second = ''] = pairs.map((pair) => cookieHeader(cookies.setTokens(pair, createIdentity())));
    await end(cookies.read(`${first}; ${second}`, '/'), context);
    await expect.poll(revocations).toEqual(['revoked 2']);
    expect(spentTokens().toSorted()).toEqual(pairs.map(({ refresh }) => refresh).toSorted());
    const mixed = cookieHeader(cookies.setTokens(upstream.issue(), createIdentity())).split('; ');
    const other = cookieHeader(cookies.setTokens(upstream.issue(), createIdentity())).split('; ');
    await end(cookies.read(`${mixed[0]}; ${other[1]}`, '/'), context);
    await expect.poll(revocations).toEqual(['revoked 3']);
  });
});

describe('closing the gateway', () => {
  /** Begins to close while the upstream holds a refresh back. */
  const closeDuring = async <T>(start: () => Promise<T>) => {
    const gate = createGate();
    upstream.beforeRefresh = gate.pass;
    const started = start();
    await gate.arrived;
    const closed = guarded.app.close();
    await nextTurn();
    gate.open();
    await closed;
    return started;
  };

  test('waits for a running refresh, because the upstream may have spent the token', async () => {
    const pair = upstream.issue();
    const outcome = await closeDuring(() => guarded.app.sessions.coordinator.refresh(pair, context));
    expect(outcome).toMatchObject({ kind: 'refreshed' });
  });

  test('waits for a running revocation', async () => {
    const { cookies, end } = guarded.app.sessions;
    const session = { ...cookies.read(undefined, '/'), ...upstream.issue() };
    await closeDuring(() => end(session, context));
    expect(await revocations()).toEqual(['revoked 1']);
  });

  const startEnd = (pair: Pair): void => {
    const { cookies, end } = guarded.app.sessions;
    void end({ ...cookies.read(undefined, '/'), ...pair }, context);
  };

  test.each([
    ['a session past its lifetime', (pair: Pair) => read(oldCookies(pair))],
    ['a session whose client left during the sign-out', startEnd],
  ])('waits until %s is revoked, even if that has not begun', async (_name, endSession) => {
    const redis = await startRedis();
    try {
      await guarded.app.close();
      await startSessions({ REDIS_URL: redis.url });
      const pair = upstream.issue();
      redis.freeze();
      await endSession(pair);
      const closed = guarded.app.close();
      await nextTurn();
      redis.thaw();
      await closed;
      expect(spentTokens()).toEqual([pair.refresh]);
    } finally {
      await redis.close();
    }
  });
});

describe('a refresh', () => {
  test('is overdue only if no response comes in time; 32 of a network may be overdue at once, again and again', async () => {
    await guarded.app.close();
    await startSessions({ UPSTREAM_TIMEOUT_MS: '1000' });
    const { coordinator, lineage } = guarded.app.sessions;
    const refreshMany = async (count: number) => {
      const pairs = Array.from({ length: count }, () => upstream.issue());
      await Promise.all(pairs.map((pair) => coordinator.refresh(pair, context)));
      await coordinator.settled();
      const states = await Promise.all(pairs.map(({ refresh }) => lineage.read(refresh)));
      return states.filter(({ successor }) => successor !== null).length;
    };
    const respond = (response: ServerResponse) => {
      const { access, refresh } = upstream.issue();
      sendJson(response, 200, { access_token: access, refresh_token: refresh });
    };
    upstream.respondToRefresh = respond;
    expect(await refreshMany(10)).toBe(10);
    await pause(1_100);
    expect(await counts('gateway_refreshes_total')).toEqual(['refreshed 10']);
    for (const round of [1, 2]) {
      const waiting = new Set<ServerResponse>();
      // The others are overdue once these are aborted.
      upstream.respondToRefresh = (response) => {
        waiting.add(response);
        response.once('close', () => {
          waiting.delete(response);
          if (waiting.size === 32) for (const each of waiting) respond(each);
        });
      };
      expect([round, await refreshMany(40)]).toEqual([round, 32]);
    }
  });

  test('that gets no connection in time has timed out', async () => {
    const { origin } = await startSilentServer();
    await guarded.app.close();
    await startSessions({ API_BASE_URL: origin, UPSTREAM_CONNECT_TIMEOUT_MS: '100' });
    const outcome = await guarded.app.sessions.coordinator.refresh(upstream.issue(), context);
    expect(outcome).toEqual({ kind: 'timed out', cause: 'timed out' });
  });

  test('without a response in time has timed out, whether it goes on or is aborted: 32 of a network go on', async () => {
    await guarded.app.close();
    await startSessions({ UPSTREAM_TIMEOUT_MS: '300' });
    upstream.respondToRefresh = () => undefined;
    const pairs = Array.from({ length: 40 }, () => upstream.issue());
    const outcomes = await Promise.all(pairs.map((pair) => guarded.app.sessions.coordinator.refresh(pair, context)));
    expect(outcomes).toEqual(pairs.map(() => ({ kind: 'timed out', cause: 'timed out' })));
    expect(await counts('gateway_refreshes_total')).toEqual(['timed out 40']);
  });

  test('whose refusal contains a token is reported with its trace id', async () => {
    upstream.respondToRefresh = (response) => sendJson(response, 401, { code: 16, access_token: 'leaked' });
    const outcome = await guarded.app.sessions.coordinator.refresh(upstream.issue(), context);
    expect(outcome).toEqual({ kind: 'unusable', cause: 'holds a token' });
    expect(events('token firewall')).toMatchObject([{ traceId: context.traceId, call: 'refreshTokens' }]);
    expect(await counts('gateway_errors_total')).toEqual(['1']);
    expect(lines.filter(({ err }) => err)).toMatchObject([
      { err: { message: 'A refused refresh holds tokens' }, traceId: context.traceId },
    ]);
    expect(JSON.stringify(lines)).not.toContain('leaked');
  });

  test.each([
    ['refreshed', undefined, 200, { access_token: 'a', refresh_token: 'r' }],
    ['refused', undefined, 401, { code: 16, message: 'spent' }],
    ['refused', undefined, 400, { code: 3 }],
    ['refused', undefined, 403, { code: 7 }],
    ['unusable', 'unreadable', 200, { refresh_token: 'r' }],
    ['unusable', 'too long', 200, 'x'.repeat(262_144)],
    ['failed', 'too long', 401, { code: 16, message: 'x'.repeat(262_144) }],
    ['failed', 'upstream 5xx', 500, {}],
    ['failed', 'unreadable', 404, { code: 16 }],
    ['failed', 'unreadable', 201, { access_token: 'a', refresh_token: 'r' }],
    ['failed', 'unreadable', 401, {}],
  ])('that is %s without a token is not reported (%s, %i)', async (kind, cause, status, body) => {
    upstream.respondToRefresh = (response) => sendJson(response, status, body);
    const outcome = await guarded.app.sessions.coordinator.refresh(upstream.issue(), context);
    expect(outcome).toMatchObject(cause ? { kind, cause } : { kind });
    expect([events('token firewall'), await counts('gateway_errors_total')]).toEqual([[], []]);
  });
});

/** A refusal of exactly this many bytes. */
const longRefusal = (bytes: number) => {
  const start = '{"code":16,"message":"';
  return `${start.padEnd(bytes - 2, 'x')}"}`;
};

test.each([
  [4_096, longRefusal(4_096)],
  [4_097, '{"code":16,"message":"Session has ended"}'],
])('a refusal is passed on up to 4,096 bytes, because each waiting request keeps a copy: %i', async (bytes, body) => {
  upstream.respondToRefresh = (response) => response.writeHead(401).end(longRefusal(bytes));
  const outcome = await guarded.app.sessions.coordinator.refresh(upstream.issue(), context);
  expect(outcome).toEqual({ kind: 'refused', body });
});

test('a refresh requests JSON without an encoding, and a refusal that quotes the token is replaced', async () => {
  const { refresh } = upstream.issue();
  upstream.respondToRefresh = (response) => sendJson(response, 401, { code: 16, message: `spent: ${refresh}` });
  const outcome = await guarded.app.sessions.coordinator.refresh({ access: null, refresh }, context);
  expect(outcome).toEqual({ kind: 'refused', body: '{"code":16,"message":"Session has ended"}' });
  expect(upstream.refreshes()).toMatchObject([
    {
      method: 'POST',
      headers: { accept: 'application/json', 'accept-encoding': 'identity' },
      body: JSON.stringify({ refresh_token: refresh }),
    },
  ]);
});

test('a refresh releases its response from the memory budget, whatever the outcome', async () => {
  const long = 'x'.repeat(250_000);
  const bodies = [
    { access_token: 'a', refresh_token: 'r', long },
    { access_token: 7, long },
  ];
  for (let count = 0; count < 150; count += 1) {
    upstream.respondToRefresh = (response) => sendJson(response, 200, bodies[count % 2]);
    const { kind } = await guarded.app.sessions.coordinator.refresh(upstream.issue(), context);
    expect(kind).toBe(count % 2 === 0 ? 'refreshed' : 'unusable');
  }
});

test('a refresh that times out at the upstream is no refusal', async () => {
  await guarded.app.close();
  await startSessions({ UPSTREAM_TIMEOUT_MS: '100' });
  upstream.respondToRefresh = () => undefined;
  const outcome = await guarded.app.sessions.coordinator.refresh(upstream.issue(), context);
  expect(outcome).toEqual({ kind: 'timed out', cause: 'timed out' });
});

test('a request waits for another replica for two upstream timeouts plus 5 seconds', async () => {
  const redis = await startRedis();
  try {
    await guarded.app.close();
    await startSessions({ REDIS_URL: redis.url, UPSTREAM_TIMEOUT_MS: '15000' });
    const pair = upstream.issue();
    await redis.client.set(`skerry:lease:${hashToken(pair.refresh)}`, 'another');
    const attempts = async () =>
      Number(/cmdstat_evalsha:calls=(\d+)/.exec(await redis.client.info('commandstats'))?.[1] ?? 0);
    vi.useFakeTimers({ toFake: ['Date', 'performance'] });
    const outcome = guarded.app.sessions.coordinator.refresh(pair, context);
    await expect.poll(attempts).toBeGreaterThan(0);
    vi.advanceTimersByTime(34_000);
    const before = await attempts();
    await expect.poll(attempts).toBeGreaterThan(before + 1);
    vi.advanceTimersByTime(2_000);
    expect(await outcome).toEqual({ kind: 'timed out', cause: 'timed out' });
    expect(upstream.requests).toEqual([]);
  } finally {
    await redis.close();
  }
});
