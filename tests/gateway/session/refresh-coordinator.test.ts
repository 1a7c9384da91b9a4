import { pino } from 'pino';
import { Registry } from 'prom-client';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { readConfig } from '../../../gateway/config.ts';
import { createErrorReports } from '../../../gateway/operations/error-reports.ts';
import { createTelemetry } from '../../../gateway/operations/telemetry.ts';
import { CoordinationStore } from '../../../gateway/session/coordination-store.ts';
import { RedisStore } from '../../../gateway/session/redis-store.ts';
import { RefreshCoordinator } from '../../../gateway/session/refresh-coordinator.ts';
import { RefreshLineage } from '../../../gateway/session/refresh-lineage.ts';
import type { RefreshResult } from '../../../gateway/session/refresh-tokens.ts';
import { refreshProblem } from '../../../gateway/session/refresh-tokens.ts';
import { hashToken } from '../../../gateway/session/token-keys.ts';
import type { CallContext } from '../../../gateway/upstream/request-headers.ts';
import { demoEnvironment } from '../../../scripts/demo-environment.ts';
import { startRedis, type TestRedis } from '../../support/redis.ts';

let redis: TestRedis;
const stores: RedisStore[] = [];
let tokens = 0;

beforeAll(async () => {
  redis = await startRedis();
});
afterAll(() => redis.close());
afterEach(() => {
  for (const store of stores.splice(0)) store.close();
});

const contextOf = (more: Partial<CallContext>) =>
  ({ traceId: 'trace', clientAddress: '192.0.2.1', ...more }) as CallContext;
const context = contextOf({});
/** A pair that no other test uses. */
const nextPair = () => {
  tokens += 1;
  return { access: `access-${tokens}`, refresh: `refresh-${tokens}` };
};
const renewed = (pair: { access: string; refresh: string | null }): RefreshResult => ({
  kind: 'renewed',
  tokens: pair,
});
const refused: RefreshResult = { kind: 'refused', body: '{"code":16}' };
const failed: RefreshResult = { kind: 'failed', cause: 'timed out' };

interface Commands {
  acquired: number;
  extended: number;
  beforeAcquire: () => Promise<unknown>;
  beforeRelease: () => Promise<unknown>;
  /** Replaces the time of the store's last failure. */
  failedAt: number;
}

/** Counts what the coordinator sends, and lets a test act between two commands. */
class ObservedStore extends CoordinationStore {
  readonly #commands: Commands;

  constructor(store: RedisStore, commands: Commands) {
    super(store);
    this.#commands = commands;
  }

  override hasFailedSince(time: number): boolean {
    return this.#commands.failedAt >= time;
  }

  override async acquireLease(...lease: Parameters<CoordinationStore['acquireLease']>): Promise<string> {
    this.#commands.acquired += 1;
    await this.#commands.beforeAcquire();
    return super.acquireLease(...lease);
  }

  override async extendLease(...lease: Parameters<CoordinationStore['extendLease']>): Promise<void> {
    this.#commands.extended += 1;
    await super.extendLease(...lease);
  }

  override async releaseLease(...lease: Parameters<CoordinationStore['releaseLease']>): Promise<void> {
    await this.#commands.beforeRelease();
    await super.releaseLease(...lease);
  }
}

/** A replica with the real store; `respond` replaces the upstream. */
async function startReplica(respond: (refreshToken: string) => RefreshResult | Promise<RefreshResult>, waitMs = 2_000) {
  const sent: string[] = [];
  const contexts: unknown[] = [];
  const lines: string[] = [];
  const registry = new Registry();
  const config = readConfig(demoEnvironment({ port: 1, sandboxPort: 2, adminPort: 3 }));
  const store = new RedisStore({ kind: 'server', url: redis.url }, () => undefined);
  stores.push(store);
  await store.connect();
  const nothing = async () => undefined;
  const redisCommands: Commands = {
    acquired: 0,
    extended: 0,
    beforeAcquire: nothing,
    beforeRelease: nothing,
    failedAt: 0,
  };
  const shared = new ObservedStore(store, redisCommands);
  const lineage = new RefreshLineage(shared);
  const coordinator = new RefreshCoordinator({
    lineage,
    store: shared,
    telemetry: createTelemetry({
      registry,
      logger: pino({}, { write: (line: string) => lines.push(line) }),
      errorReports: createErrorReports(config),
      cookieKeys: config.cookieKeys,
    }),
    sendRefresh: async (refreshToken, sentWith) => {
      sent.push(refreshToken);
      contexts.push(sentWith);
      return respond(refreshToken);
    },
    waitMs,
  });
  const outcomes = async () =>
    [...(await registry.metrics()).matchAll(/^gateway_refreshes_total\{outcome="([^"]+)"\} ([1-9]\d*)$/gm)].map(
      ([, outcome, count]) => `${outcome} ${count}`,
    );
  return { coordinator, lineage, sent, contexts, lines, outcomes, shared, redisCommands };
}

function createDeferred<T>() {
  let resolve: (value: T) => void = () => undefined;
  const promise = new Promise<T>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}

describe('one replica', () => {
  test('a refresh returns new tokens, and later requests with the old ones get them without another refresh', async () => {
    const [old, next] = [nextPair(), nextPair()];
    const { coordinator, sent, outcomes } = await startReplica(() => renewed(next));
    const outcome = { kind: 'renewed', tokens: next };
    expect(await coordinator.refresh(old, context)).toEqual(outcome);
    expect(await coordinator.refresh(old, context)).toEqual(outcome);
    expect(sent).toEqual([old.refresh]);
    expect(await outcomes()).toEqual(expect.arrayContaining(['renewed 1', 'late 1']));
  });

  test('a rejected newer access token is refreshed with the newest refresh token', async () => {
    const [old, next, last] = [nextPair(), nextPair(), nextPair()];
    const { coordinator, sent } = await startReplica((token) => renewed(token === old.refresh ? next : last));
    await coordinator.refresh(old, context);
    expect(await coordinator.refresh({ access: next.access, refresh: old.refresh }, context)).toMatchObject({
      tokens: last,
    });
    expect(sent).toEqual([old.refresh, next.refresh]);
  });

  test('concurrent requests share one refresh', async () => {
    const [old, next] = [nextPair(), nextPair()];
    const response = createDeferred<RefreshResult>();
    const { coordinator, sent } = await startReplica(() => response.promise);
    const all = [1, 2, 3].map(() => coordinator.refresh(old, context));
    await expect.poll(() => sent).toHaveLength(1);
    response.resolve(renewed(next));
    for (const one of all) expect(await one).toEqual({ kind: 'renewed', tokens: next });
    await coordinator.settled();
    expect(sent).toHaveLength(1);
  });

  test('a response without a refresh token keeps the current one', async () => {
    const old = nextPair();
    const { coordinator } = await startReplica(() => renewed({ access: 'new', refresh: null }));
    expect(await coordinator.refresh(old, context)).toEqual({
      kind: 'renewed',
      tokens: { access: 'new', refresh: old.refresh },
    });
  });

  test.each([refused, failed, { kind: 'unusable', cause: 'unreadable' } as const])(
    'an upstream response of %j changes nothing, and the next request retries',
    async (result) => {
      const old = nextPair();
      const { coordinator, sent } = await startReplica(() => result);
      expect(await coordinator.refresh(old, context)).toEqual(result);
      expect(await coordinator.refresh(old, context)).toEqual(result);
      expect(sent).toHaveLength(2);
    },
  );

  test('an ended session is not refreshed', async () => {
    const old = nextPair();
    const { coordinator, lineage, sent, outcomes, redisCommands } = await startReplica(() => renewed(nextPair()));
    await lineage.recordEnd(old.refresh);
    expect(await coordinator.refresh(old, context)).toEqual({ kind: 'session ended' });
    // It does not acquire the lease either.
    expect([sent, redisCommands.acquired]).toEqual([[], 0]);
    expect(await outcomes()).toEqual(['session ended 1']);
  });

  test.each([renewed({ access: 'discarded', refresh: 'discarded' }), refused])(
    'a session that ends during its refresh stays ended, whatever the upstream responds: %j',
    async (result) => {
      const old = nextPair();
      const response = createDeferred<RefreshResult>();
      const { coordinator, lineage, sent } = await startReplica(() => response.promise);
      const outcome = coordinator.refresh(old, context);
      await expect.poll(() => sent).toHaveLength(1);
      await lineage.recordEnd(old.refresh);
      response.resolve(result);
      expect(await outcome).toEqual({ kind: 'session ended' });
      expect(await lineage.wasSpent(old.refresh)).toBe(result.kind === 'renewed');
    },
  );

  test('a refusal is trusted only if the store has not failed since another replica could have started its refresh', async () => {
    const { coordinator, redisCommands } = await startReplica(() => refused, 2_000);
    redisCommands.failedAt = Date.now() - 10_000;
    expect(await coordinator.refresh(nextPair(), context)).toEqual(refused);
    redisCommands.failedAt = Date.now() - 1_000;
    expect(await coordinator.refresh(nextPair(), context)).toEqual({ kind: 'failed', cause: 'redis away' });
  });

  test('a renewed session is logged with the hashes of both tokens', async () => {
    const { coordinator, lines } = await startReplica(() => renewed(nextPair()));
    await coordinator.refresh(nextPair(), context);
    const hash = expect.stringMatching(/^[\da-f]{16}$/);
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      { security: 'session renewed', traceId: 'trace', session: hash, next: hash },
    ]);
  });

  test('the outcome of a refresh is stored for other replicas only if it has no new tokens', async () => {
    const known = await redis.client.keys('skerry:outcome:*');
    const added = async () => (await redis.client.keys('skerry:outcome:*')).filter((key) => !known.includes(key));
    await (await startReplica(() => renewed(nextPair()))).coordinator.refresh(nextPair(), context);
    expect(await added()).toEqual([]);
    await (await startReplica(() => failed)).coordinator.refresh(nextPair(), context);
    expect(await added()).toEqual([expect.stringMatching(/^skerry:outcome:[\da-f-]{36}$/)]);
  });

  test('a refused token that was already spent is reported as reused', async () => {
    const old = nextPair();
    const { coordinator, lineage, lines } = await startReplica(() => refused);
    await coordinator.refresh(old, context);
    expect(lines.join()).not.toContain('token reused');
    await lineage.recordSpent(old.refresh);
    const down = await startReplica(() => failed);
    await down.coordinator.refresh(old, context);
    expect(down.lines).toEqual([]);
    expect(await coordinator.refresh(old, context)).toEqual(refused);
    const [reused] = lines.map((line) => JSON.parse(line)).filter(({ security }) => security === 'token reused');
    expect(reused).toMatchObject({ traceId: 'trace', session: expect.stringMatching(/^[\da-f]{16}$/) });
  });
});

test('the wait for the lease and the refresh are spans of the request', async () => {
  const spans: unknown[] = [];
  const span = {
    startChild(name: string, kind: string) {
      const child = { name, kind, parent: span };
      spans.push(child);
      return { ...span, name, end: (attributes = {}) => Object.assign(child, { ended: attributes }) };
    },
  };
  const { coordinator, contexts } = await startReplica(() => renewed(nextPair()));
  await coordinator.refresh(nextPair(), { ...(context as object), span } as never);
  expect(spans).toEqual([
    { name: 'coordination', kind: 'internal', parent: span, ended: {} },
    { name: 'refresh', kind: 'internal', parent: span, ended: { outcome: 'renewed' } },
  ]);
  // The upstream request is a child of the refresh.
  expect(contexts).toMatchObject([{ traceId: 'trace', span: { name: 'refresh' } }]);
  await coordinator.refresh(nextPair(), context);
  expect(contexts[1]).toMatchObject({ traceId: 'trace', span: null });
});

describe('two replicas', () => {
  test('the second one waits for the first and gets its tokens', async () => {
    const [old, next] = [nextPair(), nextPair()];
    const response = createDeferred<RefreshResult>();
    const first = await startReplica(() => response.promise);
    const second = await startReplica(() => refused);
    const one = first.coordinator.refresh(old, context);
    await expect.poll(() => first.sent).toHaveLength(1);
    const two = second.coordinator.refresh(old, context);
    response.resolve(renewed(next));
    for (const outcome of [one, two]) expect(await outcome).toEqual({ kind: 'renewed', tokens: next });
    expect(second.sent).toEqual([]);
    expect(await second.outcomes()).toEqual(['late 1']);
  });

  test.each([refused, failed])('all others get the result of the first without a request: %j', async (result) => {
    const old = nextPair();
    const response = createDeferred<RefreshResult>();
    const first = await startReplica(() => response.promise);
    const others = await Promise.all(Array.from({ length: 4 }, () => startReplica(() => renewed(nextPair()))));
    const one = first.coordinator.refresh(old, context);
    await expect.poll(() => first.sent).toHaveLength(1);
    const waiting = others.map(({ coordinator }) => coordinator.refresh(old, context));
    await new Promise((resolve) => setTimeout(resolve, 60));
    response.resolve(result);
    const outcomes = await Promise.all([one, ...waiting]);
    expect(others.flatMap(({ sent }) => sent)).toEqual([]);
    expect(outcomes).toEqual(outcomes.map(() => result));
  });

  test('a session that ends while its refresh waits for the lease is not refreshed', async () => {
    const old = nextPair();
    const { coordinator, lineage, shared, sent, outcomes } = await startReplica(() => renewed(nextPair()));
    const lease = `lease:${hashToken(old.refresh)}`;
    await shared.acquireLease(lease, 'another', 60_000);
    const outcome = coordinator.refresh(old, context);
    await new Promise((resolve) => setTimeout(resolve, 60));
    await lineage.recordEnd(old.refresh);
    await shared.releaseLease(lease, 'another');
    expect(await outcome).toEqual({ kind: 'session ended' });
    expect([sent, await outcomes()]).toEqual([[], ['session ended 1']]);
  });

  test.each([refused, failed])(
    'a pair that another replica records during the refresh takes precedence over %j',
    async (result) => {
      const [old, next] = [nextPair(), nextPair()];
      const response = createDeferred<RefreshResult>();
      const { coordinator, lineage, sent, outcomes } = await startReplica(() => response.promise);
      const outcome = coordinator.refresh(old, context);
      await expect.poll(() => sent).toHaveLength(1);
      await lineage.recordRotation(old.refresh, next);
      response.resolve(result);
      expect(await outcome).toEqual({ kind: 'renewed', tokens: next });
      expect(await outcomes()).toEqual(['renewed 1']);
    },
  );

  test('a refusal is reported as an ended session if a sign-in ended it before the response', async () => {
    const old = nextPair();
    const { coordinator, lineage, redisCommands } = await startReplica(() => refused);
    // After the refusal, and before the request reads the session again.
    redisCommands.beforeRelease = () => lineage.recordEnd(old.refresh);
    expect(await coordinator.refresh(old, context)).toEqual({ kind: 'session ended' });
  });

  test('only a refusal reads the session again', async () => {
    const old = nextPair();
    const { coordinator, lineage, redisCommands } = await startReplica(() => failed);
    redisCommands.beforeRelease = () => lineage.recordEnd(old.refresh);
    expect(await coordinator.refresh(old, context)).toEqual(failed);
  });

  test('a lease is extended while the refresh runs, and not afterwards', async () => {
    const [old, next] = [nextPair(), nextPair()];
    const response = createDeferred<RefreshResult>();
    const { coordinator, sent, redisCommands } = await startReplica(() => response.promise);
    const outcome = coordinator.refresh(old, context);
    await expect.poll(() => sent).toHaveLength(1);
    await expect.poll(() => redisCommands.extended).toBe(1);
    expect(await redis.client.pttl(`skerry:lease:${hashToken(old.refresh)}`)).toBeGreaterThan(2_500);
    response.resolve(renewed(next));
    await outcome;
    await new Promise((resolve) => setTimeout(resolve, 1_100));
    expect(redisCommands.extended).toBe(1);
  });

  test('a replica that holds the lease too long causes a timeout, not a sign-out', async () => {
    const old = nextPair();
    const { coordinator, shared, sent, outcomes } = await startReplica(() => refused, 60);
    const lease = `lease:${hashToken(old.refresh)}`;
    await shared.acquireLease(lease, 'another', 60_000);
    expect(await coordinator.refresh(old, context)).toEqual({ kind: 'timed out', cause: 'timed out' });
    expect([sent, await outcomes()]).toEqual([[], ['timed out 1']]);
  });

  test('a refusal is not trusted after a replica that stored no result, because it may have spent the token', async () => {
    const old = nextPair();
    const { coordinator, shared, sent } = await startReplica(() => refused);
    const lease = `lease:${hashToken(old.refresh)}`;
    await shared.acquireLease(lease, 'killed', 100);
    expect(await coordinator.refresh(old, context)).toEqual({ kind: 'failed', cause: 'redis away' });
    expect(sent).toEqual([old.refresh]);
  });

  test('a refusal is not trusted while the refresh of a replica that lost its lease has no result', async () => {
    const old = nextPair();
    const response = createDeferred<RefreshResult>();
    const first = await startReplica(() => response.promise);
    const second = await startReplica(() => refused, 20_000);
    const refreshing = first.coordinator.refresh(old, context);
    await expect.poll(() => first.sent).toHaveLength(1);
    const retry = async () => {
      await redis.client.del(`skerry:lease:${hashToken(old.refresh)}`);
      return second.coordinator.refresh(old, context);
    };
    for (const _ of [1, 2]) expect(await retry()).toEqual({ kind: 'failed', cause: 'redis away' });
    response.resolve(failed);
    await refreshing;
    expect(await retry()).toEqual(refused);
  });

  test('how long a refresh without a result is known: as long as a request waits for it', async () => {
    const old = nextPair();
    const response = createDeferred<RefreshResult>();
    const { coordinator, sent } = await startReplica(() => response.promise, 35_000);
    const refreshing = coordinator.refresh(old, context);
    await expect.poll(() => sent).toHaveLength(1);
    expect(await redis.client.pttl(`skerry:begun:${hashToken(old.refresh)}`)).toBeGreaterThan(30_000);
    response.resolve(failed);
    await refreshing;
    expect(await redis.client.exists(`skerry:begun:${hashToken(old.refresh)}`)).toBe(0);
  });
});

describe('a refusal', () => {
  test('ends the session for requests that were received before, and not for later ones', async () => {
    const old = nextPair();
    const { coordinator, sent, lines } = await startReplica(() => refused);
    const at = (receivedAt: number) => contextOf({ receivedAt });
    const early = Date.now() - 1;
    expect(await coordinator.refresh(old, at(early))).toEqual(refused);
    expect(await coordinator.refresh(old, at(early))).toEqual({ kind: 'session ended' });
    expect(sent).toHaveLength(1);
    expect(await coordinator.refresh(old, at(Date.now() + 1))).toEqual(refused);
    expect(sent).toHaveLength(2);
    expect(lines.map((line) => JSON.parse(line).security)).toEqual(['refresh refused', 'refresh refused']);
  });

  test('ends it for requests that another replica received before', async () => {
    const old = nextPair();
    const [first, second] = [await startReplica(() => refused), await startReplica(() => refused)];
    const received = contextOf({ receivedAt: Date.now() - 1 });
    expect(await first.coordinator.refresh(old, received)).toEqual(refused);
    expect(await second.coordinator.refresh(old, received)).toEqual({ kind: 'session ended' });
  });
});

test('many refreshes of one network do not make a replica forget the pairs of others', async () => {
  const [old, next] = [nextPair(), nextPair()];
  const { coordinator, sent } = await startReplica((token) =>
    renewed(token === old.refresh ? next : { access: 'x'.repeat(100_000), refresh: `${token}-next` }),
  );
  await coordinator.refresh(old, context);
  for (let count = 0; count < 100; count += 1) {
    await coordinator.refresh(nextPair(), contextOf({ clientAddress: '198.51.100.1' }));
  }
  // What remains is the replica's own copy.
  await redis.client.flushall();
  expect(await coordinator.refresh(old, context)).toEqual({ kind: 'renewed', tokens: next });
  expect(sent.filter((token) => token === old.refresh)).toHaveLength(1);
});

describe('handing a session over', () => {
  test('returns the pair and ends the session, so that nothing spends its refresh token', async () => {
    const old = nextPair();
    const { coordinator, sent } = await startReplica(() => renewed(nextPair()));
    expect(await coordinator.handOver(old, context)).toEqual({ kind: 'handed over', tokens: old });
    expect(await coordinator.refresh(old, context)).toEqual({ kind: 'session ended' });
    expect(await coordinator.handOver(old, context)).toEqual({ kind: 'session ended' });
    expect(sent).toEqual([]);
  });

  test.each(['this', 'another'])('waits for a refresh in %s replica and returns its pair', async (where) => {
    const [old, next] = [nextPair(), nextPair()];
    const response = createDeferred<RefreshResult>();
    const first = await startReplica(() => response.promise);
    const second = where === 'this' ? first : await startReplica(() => refused);
    const refreshing = first.coordinator.refresh(old, context);
    await expect.poll(() => first.sent).toHaveLength(1);
    const handingOver = second.coordinator.handOver(old, context);
    response.resolve(renewed(next));
    expect(await handingOver).toEqual({ kind: 'handed over', tokens: next });
    expect(await refreshing).toEqual({ kind: 'renewed', tokens: next });
    expect(await first.coordinator.refresh({ ...next, access: 'rejected' }, context)).toEqual({
      kind: 'session ended',
    });
  });

  test.each(['this', 'another'])(
    'a refresh that begins meanwhile in %s replica finds the session ended',
    async (where) => {
      const old = nextPair();
      const first = await startReplica(() => renewed(nextPair()));
      const second = where === 'this' ? first : await startReplica(() => renewed(nextPair()));
      let refreshing: Promise<unknown> = Promise.resolve();
      first.redisCommands.beforeRelease = async () => {
        first.redisCommands.beforeRelease = async () => undefined;
        refreshing = second.coordinator.refresh(old, context);
        await new Promise((resolve) => setTimeout(resolve, 60));
      };
      expect(await first.coordinator.handOver(old, context)).toEqual({ kind: 'handed over', tokens: old });
      expect(await refreshing).toEqual({ kind: 'session ended' });
      expect([first.sent, second.sent]).toEqual([[], []]);
    },
  );

  test('hands nothing over if the session has ended before the lease is had', async () => {
    const old = nextPair();
    const { coordinator, lineage, redisCommands } = await startReplica(() => refused);
    redisCommands.beforeAcquire = () => lineage.recordEnd(old.refresh);
    expect(await coordinator.handOver(old, context)).toEqual({ kind: 'session ended' });
    expect((await lineage.read(old.refresh)).isHandedOver).toBe(false);
  });

  test('ends the session of the browser’s older token even if Redis forgets which one replaced it', async () => {
    const [old, next] = [nextPair(), nextPair()];
    const first = await startReplica(() => renewed(next));
    await first.coordinator.refresh(old, context);
    const second = await startReplica(() => refused);
    second.redisCommands.beforeAcquire = () => redis.client.flushall();
    expect(await second.coordinator.handOver(old, context)).toEqual({ kind: 'handed over', tokens: next });
    expect(await second.coordinator.refresh(old, context)).toEqual({ kind: 'session ended' });
    expect(second.sent).toEqual([]);
  });

  test('refreshes a session without an access token first', async () => {
    const [old, next] = [nextPair(), nextPair()];
    const { coordinator, sent } = await startReplica(() => renewed(next));
    expect(await coordinator.handOver({ access: null, refresh: old.refresh }, context)).toEqual({
      kind: 'handed over',
      tokens: next,
    });
    expect(sent).toEqual([old.refresh]);
  });

  test.each([refused, failed])('returns the outcome of a refresh without tokens: %j', async (result) => {
    const { coordinator } = await startReplica(() => result);
    expect(await coordinator.handOver({ access: null, refresh: nextPair().refresh }, context)).toEqual(result);
  });

  test('times out when another replica keeps the lease, and does not end the session', async () => {
    const old = nextPair();
    const { coordinator, lineage, shared } = await startReplica(() => refused, 60);
    await shared.acquireLease(`lease:${hashToken(old.refresh)}`, 'another', 60_000);
    expect(await coordinator.handOver(old, context)).toEqual({ kind: 'timed out', cause: 'timed out' });
    expect((await lineage.read(old.refresh)).ended).toBe(false);
  });
});

describe('revoking a session at the upstream', () => {
  test.each([
    [renewed({ access: 'x', refresh: 'y' }), 'revoked', true],
    [refused, 'revoked', false],
    [failed, 'failed', false],
  ] as const)('%j: %s', async (result, outcome, isSpent) => {
    const old = nextPair();
    const { coordinator, lineage, sent } = await startReplica(() => result);
    expect(await coordinator.revoke(old.refresh, context)).toBe(outcome);
    expect(sent).toEqual([old.refresh]);
    expect(await lineage.wasSpent(old.refresh)).toBe(isSpent);
    // The next caller is not kept waiting by it.
    expect(await coordinator.refresh({ ...old, refresh: `${old.refresh}-other` }, context)).toMatchObject({
      kind: result.kind,
    });
  });

  test('spends the newest token once, however many callers there are', async () => {
    const [old, next] = [nextPair(), nextPair()];
    const { coordinator, sent } = await startReplica((token) => renewed(token === old.refresh ? next : nextPair()));
    await coordinator.refresh(old, context);
    const all = await Promise.all([old, next, next].map(({ refresh }) => coordinator.revoke(refresh, context)));
    expect(all).toEqual(['revoked', 'revoked', 'revoked']);
    expect(sent).toEqual([old.refresh, next.refresh]);
    expect(await coordinator.revoke(next.refresh, context)).toBe('refreshing');
    expect(sent).toHaveLength(2);
  });

  test('spends no token that was handed over in the meantime', async () => {
    const held = nextPair();
    const { coordinator, lineage, sent } = await startReplica(() => refused);
    await lineage.recordHandOver(held.refresh);
    await lineage.recordEnd(held.refresh);
    expect(await coordinator.revoke(held.refresh, context)).toBe('handed over');
    expect(sent).toEqual([]);
  });

  test('spends no token whose new pair was recorded in the meantime by a replica that was then killed', async () => {
    const [old, next] = [nextPair(), nextPair()];
    const { coordinator, lineage, redisCommands, shared, sent } = await startReplica(() => refused);
    redisCommands.beforeAcquire = async () => {
      await lineage.recordRotation(old.refresh, next);
      await shared.set(`spent:${hashToken(old.refresh)}`, '', 60_000);
    };
    expect(await coordinator.revoke(old.refresh, context)).toBe('refreshing');
    expect(sent).toEqual([]);
  });

  test('spends a refresh token that the upstream keeps', async () => {
    const old = nextPair();
    const { coordinator, lineage, sent } = await startReplica(() => renewed(nextPair()));
    await lineage.recordRotation(old.refresh, { access: 'newer', refresh: old.refresh });
    expect(await coordinator.revoke(old.refresh, context)).toBe('revoked');
    expect(sent).toEqual([old.refresh]);
  });

  test('waits for a refresh in this replica, and does not interrupt one in another replica', async () => {
    const [old, next] = [nextPair(), nextPair()];
    const response = createDeferred<RefreshResult>();
    const first = await startReplica((token) => (token === old.refresh ? response.promise : renewed(nextPair())));
    const second = await startReplica(() => refused, 60);
    const refreshing = first.coordinator.refresh(old, context);
    await expect.poll(() => first.sent).toHaveLength(1);
    expect(await second.coordinator.revoke(old.refresh, context)).toBe('timed out');
    const revoking = first.coordinator.revoke(old.refresh, context);
    response.resolve(renewed(next));
    await refreshing;
    expect(await revoking).toBe('refreshing');
    expect([first.sent, second.sent]).toEqual([[old.refresh], []]);
  });
});

test.each([
  ['unusable', 'holds a token', 502, 'Session could not be renewed'],
  ['timed out', 'timed out', 504, 'Session could not be renewed in time'],
  ['failed', 'refused', 503, 'Session could not be renewed'],
] as const)('a refresh that is %s is a problem that keeps the session', (kind, cause, status, message) => {
  expect(refreshProblem({ kind, cause })).toMatchObject({ status, failure: cause, message });
});
