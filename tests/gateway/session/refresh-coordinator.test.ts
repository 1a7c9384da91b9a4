import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { hashToken } from '../../../gateway/session/token-keys.ts';
import type { RefreshResult } from '../../../gateway/session/token-refresher.ts';
import { refreshProblem } from '../../../gateway/session/token-refresher.ts';
import {
  context,
  contextOf,
  createDeferred,
  failed,
  network,
  nextPair,
  redis,
  refreshed,
  refused,
  shareOneRedis,
  startReplica,
} from './replicas.ts';

shareOneRedis();

describe('one replica', () => {
  test('a refresh returns new tokens, and later requests with the old ones get them without another refresh', async () => {
    const [old, next] = [nextPair(), nextPair()];
    const { coordinator, sent, outcomes } = await startReplica(() => refreshed(next));
    const outcome = { kind: 'refreshed', tokens: next };
    expect(await coordinator.refresh(old, context)).toEqual(outcome);
    expect(await coordinator.refresh(old, context)).toEqual(outcome);
    expect(sent).toEqual([old.refresh]);
    expect(await outcomes()).toEqual(expect.arrayContaining(['refreshed 1', 'late 1']));
  });

  test('a rejected newer access token is refreshed with the newest refresh token', async () => {
    const [old, next, last] = [nextPair(), nextPair(), nextPair()];
    const { coordinator, sent } = await startReplica((token) => refreshed(token === old.refresh ? next : last));
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
    response.resolve(refreshed(next));
    for (const one of all) expect(await one).toEqual({ kind: 'refreshed', tokens: next });
    await coordinator.settled();
    expect(sent).toHaveLength(1);
  });

  test('a response without a refresh token keeps the current one', async () => {
    const old = nextPair();
    const { coordinator } = await startReplica(() => refreshed({ access: 'new', refresh: null }));
    expect(await coordinator.refresh(old, context)).toEqual({
      kind: 'refreshed',
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
    const { coordinator, lineage, sent, outcomes, redisCommands } = await startReplica(() => refreshed(nextPair()));
    await lineage.recordEnd(old.refresh, network);
    expect(await coordinator.refresh(old, context)).toEqual({ kind: 'session ended' });
    // It does not acquire the lease either.
    expect([sent, redisCommands.acquired]).toEqual([[], 0]);
    expect(await outcomes()).toEqual(['session ended 1']);
  });

  test.each([refreshed({ access: 'discarded', refresh: 'discarded' }), refused])(
    'a session that ends during its refresh stays ended, whatever the upstream responds: %j',
    async (result) => {
      const old = nextPair();
      const response = createDeferred<RefreshResult>();
      const { coordinator, lineage, sent } = await startReplica(() => response.promise);
      const outcome = coordinator.refresh(old, context);
      await expect.poll(() => sent).toHaveLength(1);
      await lineage.recordEnd(old.refresh, network);
      response.resolve(result);
      expect(await outcome).toEqual({ kind: 'session ended' });
      expect(await lineage.wasSpent(old.refresh)).toBe(result.kind === 'refreshed');
    },
  );

  test('a refusal is trusted only if the store has not failed since another replica could have started its refresh', async () => {
    const { coordinator, redisCommands } = await startReplica(() => refused, 2_000);
    redisCommands.failedAt = performance.now() - 10_000;
    expect(await coordinator.refresh(nextPair(), context)).toEqual(refused);
    redisCommands.failedAt = performance.now() - 1_000;
    expect(await coordinator.refresh(nextPair(), context)).toEqual({ kind: 'failed', cause: 'token may be spent' });
  });

  test('a refreshed session is logged with the hashes of both tokens', async () => {
    const { coordinator, lines } = await startReplica(() => refreshed(nextPair()));
    await coordinator.refresh(nextPair(), context);
    const hash = expect.stringMatching(/^[\da-f]{16}$/);
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      { security: 'session refreshed', traceId: 'trace', session: hash, next: hash },
    ]);
  });

  test('the outcome of a refresh is stored for other replicas only if it has no new tokens', async () => {
    const known = await redis.client.keys('skerry:outcome:*');
    const added = async () => (await redis.client.keys('skerry:outcome:*')).filter((key) => !known.includes(key));
    await (await startReplica(() => refreshed(nextPair()))).coordinator.refresh(nextPair(), context);
    expect(await added()).toEqual([]);
    await (await startReplica(() => failed)).coordinator.refresh(nextPair(), context);
    expect(await added()).toEqual([expect.stringMatching(/^skerry:outcome:[\da-f-]{36}$/)]);
  });

  test('a refused token that was already spent is reported as reused', async () => {
    const old = nextPair();
    const { coordinator, lineage, lines } = await startReplica(() => refused);
    await coordinator.refresh(old, context);
    expect(lines.join()).not.toContain('token reused');
    await lineage.recordSpent(old.refresh, network);
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
  const { coordinator, contexts } = await startReplica(() => refreshed(nextPair()));
  await coordinator.refresh(nextPair(), { ...(context as object), span } as never);
  expect(spans).toEqual([
    { name: 'coordination', kind: 'internal', parent: span, ended: {} },
    { name: 'refresh', kind: 'internal', parent: span, ended: { outcome: 'refreshed' } },
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
    response.resolve(refreshed(next));
    for (const outcome of [one, two]) expect(await outcome).toEqual({ kind: 'refreshed', tokens: next });
    expect(second.sent).toEqual([]);
    expect(await second.outcomes()).toEqual(['late 1']);
  });

  test.each([refused, failed])('all others get the result of the first without a request: %j', async (result) => {
    const old = nextPair();
    const response = createDeferred<RefreshResult>();
    const first = await startReplica(() => response.promise);
    const others = await Promise.all(Array.from({ length: 4 }, () => startReplica(() => refreshed(nextPair()))));
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
    const { coordinator, lineage, shared, sent, outcomes } = await startReplica(() => refreshed(nextPair()));
    const lease = `lease:${hashToken(old.refresh)}`;
    await shared.acquireLease(lease, 'another', 60_000);
    const outcome = coordinator.refresh(old, context);
    await new Promise((resolve) => setTimeout(resolve, 60));
    await lineage.recordEnd(old.refresh, network);
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
      await lineage.recordRotation(old.refresh, next, network);
      response.resolve(result);
      expect(await outcome).toEqual({ kind: 'refreshed', tokens: next });
      expect(await outcomes()).toEqual(['refreshed 1']);
    },
  );

  test('a refusal is reported as an ended session if a sign-in ended it before the response', async () => {
    const old = nextPair();
    const { coordinator, lineage, redisCommands } = await startReplica(() => refused);
    // After the refusal, and before the request reads the session again.
    redisCommands.beforeRelease = () => lineage.recordEnd(old.refresh, network);
    expect(await coordinator.refresh(old, context)).toEqual({ kind: 'session ended' });
  });

  test('only a refusal reads the session again', async () => {
    const old = nextPair();
    const { coordinator, lineage, redisCommands } = await startReplica(() => failed);
    redisCommands.beforeRelease = () => lineage.recordEnd(old.refresh, network);
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
    response.resolve(refreshed(next));
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
    expect(await coordinator.refresh(old, context)).toEqual({ kind: 'failed', cause: 'token may be spent' });
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
    for (const _ of [1, 2]) expect(await retry()).toEqual({ kind: 'failed', cause: 'token may be spent' });
    response.resolve(failed);
    await refreshing;
    expect(await retry()).toEqual(refused);
  });

  test('a refresh without a result is remembered for as long as a request may wait for it', async () => {
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

test('1,500 requests that wait for another replica ask it by turns, and none refreshes without its lease', async () => {
  const count = 1_500;
  const { coordinator, sent, redisCommands } = await startReplica(() => refreshed(nextPair()), 60_000);
  const held = Array.from({ length: count }, nextPair);
  const keys = held.map(({ refresh }) => `skerry:lease:${hashToken(refresh)}`);
  await redis.client.mset(Object.fromEntries(keys.map((key) => [key, 'another replica'])));
  const all = Promise.all(
    held.map((pair, index) => coordinator.refresh(pair, contextOf({ network: `192.0.2.${index % 250}` }))),
  );
  await expect.poll(() => redisCommands.acquired, { timeout: 20_000 }).toBeGreaterThanOrEqual(count);
  const from = { acquired: redisCommands.acquired, ms: performance.now() };
  await pause(1_000);
  const perSecond = (1_000 * (redisCommands.acquired - from.acquired)) / (performance.now() - from.ms);
  expect(perSecond).toBeLessThan(6_000);
  expect(sent).toEqual([]);
  await redis.client.del(keys);
  await all;
  expect(sent.toSorted()).toEqual(held.map(({ refresh }) => refresh).toSorted());

  // A request that waits alone asks often again.
  const next = nextPair();
  await redis.client.set(`skerry:lease:${hashToken(next.refresh)}`, 'another replica');
  const before = redisCommands.acquired;
  const alone = coordinator.refresh(next, context);
  await pause(1_000);
  expect(redisCommands.acquired - before).toBeGreaterThan(5);
  await redis.client.del(`skerry:lease:${hashToken(next.refresh)}`);
  expect(await alone).toMatchObject({ kind: 'refreshed' });
}, 60_000);

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
    refreshed(token === old.refresh ? next : { access: 'x'.repeat(100_000), refresh: `${token}-next` }),
  );
  await coordinator.refresh(old, context);
  for (let count = 0; count < 100; count += 1) {
    await coordinator.refresh(nextPair(), contextOf({ network: '198.51.100.1' }));
  }
  // What remains is the replica's own copy.
  await redis.client.flushall();
  expect(await coordinator.refresh(old, context)).toEqual({ kind: 'refreshed', tokens: next });
  expect(sent.filter((token) => token === old.refresh)).toHaveLength(1);
});

test.each([
  ['unusable', 'holds a token', 502, 'Session could not be refreshed'],
  ['timed out', 'timed out', 504, 'Session could not be refreshed in time'],
  ['failed', 'refused', 503, 'Session could not be refreshed'],
] as const)('a refresh that is %s is a problem that keeps the session', (kind, cause, status, message) => {
  expect(refreshProblem({ kind, cause })).toMatchObject({ status, failure: cause, message });
});

test('a session that has ended is not handed over, and its lease not acquired', async () => {
  const pair = nextPair();
  const { coordinator, lineage, redisCommands } = await startReplica(() => refreshed(nextPair()));
  await lineage.recordEnd(pair.refresh, network);
  expect(await coordinator.handOver(pair, context, () => true)).toEqual({ kind: 'session ended' });
  expect(redisCommands.acquired).toBe(0);
});

describe('a request that comes during a hand-over', () => {
  /** Starts both: the hand-over waits at its lease until the gate opens. */
  async function startBoth(pair: { access: string; refresh: string }) {
    const replica = await startReplica(() => refreshed(nextPair()));
    const { coordinator, redisCommands } = replica;
    const gate = createDeferred<void>();
    redisCommands.beforeAcquire = () => gate.promise;
    const handedOver = coordinator.handOver(pair, context, () => true);
    await expect.poll(() => redisCommands.acquired).toBe(1);
    return { ...replica, gate, handedOver, request: coordinator.refresh(pair, context) };
  }

  test('waits for it, and learns that the session has ended', async () => {
    const pair = nextPair();
    const { gate, handedOver, request, sent, redisCommands } = await startBoth(pair);
    gate.resolve();
    expect(await request).toEqual({ kind: 'session ended' });
    expect(await handedOver).toEqual({ kind: 'handed over', tokens: pair });
    expect([sent, redisCommands.acquired]).toEqual([[], 1]);
  });

  test('gets the pair that another replica has refreshed, and so does the extension', async () => {
    const [pair, next] = [nextPair(), nextPair()];
    const { gate, handedOver, request, sent, lineage } = await startBoth(pair);
    await lineage.recordRotation(pair.refresh, next, network);
    gate.resolve();
    expect(await request).toEqual({ kind: 'refreshed', tokens: next });
    expect(await handedOver).toEqual({ kind: 'handed over', tokens: next });
    expect(sent).toEqual([]);
  });
});

describe('refreshes that run', () => {
  const tooMany = { kind: 'failed', cause: 'too many waiting' };
  const lengthen = (token: string) => token.padEnd(3 * 1024, 'x');

  /** Replica whose refreshes wait until the gate opens. */
  async function startWaiting() {
    const { coordinator, redisCommands } = await startReplica(() => refreshed(nextPair()));
    const gate = createDeferred<void>();
    redisCommands.beforeAcquire = () => gate.promise;
    /** How many of so many refreshes have started, each with 4 KiB and 6 KiB of tokens; the others are refused. */
    const fill = async (network: number, count: number) => {
      const before = redisCommands.acquired;
      const results = Array.from({ length: count }, () => {
        const { access, refresh } = nextPair();
        const context = contextOf({ network: `192.0.2.${network}` });
        return coordinator.refresh({ access: lengthen(access), refresh: lengthen(refresh) }, context);
      });
      expect(await Promise.race(results)).toEqual(tooMany);
      return { results, started: redisCommands.acquired - before };
    };
    return { fill, gate };
  }

  test('hold 2 MB of one network at once; more are refused until they are over', async () => {
    const { fill, gate } = await startWaiting();
    const { results, started } = await fill(1, 400);
    expect(started).toBe(204 + 25);
    gate.resolve();
    await Promise.all(results);
    expect((await fill(1, 400)).started).toBe(started);
  });

  test('of two networks leave 4 MB for the others, and a sixteenth of that for each', async () => {
    const { fill } = await startWaiting();
    await fill(1, 400);
    await fill(2, 400);
    const started: number[] = [];
    for (let network = 3; network <= 18; network += 1) started.push((await fill(network, 60)).started);
    expect(started).toEqual([1 + 25, ...Array(13).fill(25), 9, 0]);
  });
});
