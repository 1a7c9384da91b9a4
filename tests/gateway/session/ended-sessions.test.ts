import { describe, expect, test } from 'vitest';
import { hashToken } from '../../../gateway/session/token-keys.ts';
import type { RefreshResult } from '../../../gateway/session/token-refresher.ts';
import { createGate } from '../../support/gate.ts';
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

const isWanted = () => true;

describe('handing a session over', () => {
  test('returns the pair and ends the session, so that nothing spends its refresh token', async () => {
    const old = nextPair();
    const { coordinator, sent } = await startReplica(() => refreshed(nextPair()));
    expect(await coordinator.handOver(old, context, isWanted)).toEqual({ kind: 'handed over', tokens: old });
    expect(await coordinator.refresh(old, context)).toEqual({ kind: 'session ended' });
    expect(await coordinator.handOver(old, context, isWanted)).toEqual({ kind: 'session ended' });
    expect(sent).toEqual([]);
  });

  test.each(['this', 'another'])('waits for a refresh in %s replica and returns its pair', async (where) => {
    const [old, next] = [nextPair(), nextPair()];
    const response = createDeferred<RefreshResult>();
    const first = await startReplica(() => response.promise);
    const second = where === 'this' ? first : await startReplica(() => refused);
    const refreshing = first.coordinator.refresh(old, context);
    await expect.poll(() => first.sent).toHaveLength(1);
    const handingOver = second.coordinator.handOver(old, context, isWanted);
    response.resolve(refreshed(next));
    expect(await handingOver).toEqual({ kind: 'handed over', tokens: next });
    expect(await refreshing).toEqual({ kind: 'refreshed', tokens: next });
    expect(await first.coordinator.refresh({ ...next, access: 'rejected' }, context)).toEqual({
      kind: 'session ended',
    });
  });

  test.each(['this', 'another'])(
    'a refresh that begins meanwhile in %s replica finds the session ended',
    async (where) => {
      const old = nextPair();
      const first = await startReplica(() => refreshed(nextPair()));
      const second = where === 'this' ? first : await startReplica(() => refreshed(nextPair()));
      let refreshing: Promise<unknown> = Promise.resolve();
      first.redisCommands.beforeRelease = async () => {
        first.redisCommands.beforeRelease = async () => undefined;
        refreshing = second.coordinator.refresh(old, context);
        await new Promise((resolve) => setTimeout(resolve, 60));
      };
      expect(await first.coordinator.handOver(old, context, isWanted)).toEqual({ kind: 'handed over', tokens: old });
      expect(await refreshing).toEqual({ kind: 'session ended' });
      expect([first.sent, second.sent]).toEqual([[], []]);
    },
  );

  test('hands nothing over if the session has ended before the lease is had', async () => {
    const old = nextPair();
    const { coordinator, lineage, redisCommands } = await startReplica(() => refused);
    redisCommands.beforeAcquire = () => lineage.recordEnd(old.refresh, network);
    expect(await coordinator.handOver(old, context, isWanted)).toEqual({ kind: 'session ended' });
    expect((await lineage.read(old.refresh)).isHandedOver).toBe(false);
  });

  test('ends the session of the browser’s older token even if Redis forgets which one replaced it', async () => {
    const [old, next] = [nextPair(), nextPair()];
    const first = await startReplica(() => refreshed(next));
    await first.coordinator.refresh(old, context);
    const second = await startReplica(() => refused);
    second.redisCommands.beforeAcquire = () => redis.client.flushall();
    expect(await second.coordinator.handOver(old, context, isWanted)).toEqual({ kind: 'handed over', tokens: next });
    expect(await second.coordinator.refresh(old, context)).toEqual({ kind: 'session ended' });
    expect(second.sent).toEqual([]);
  });

  test('refreshes a session without an access token first', async () => {
    const [old, next] = [nextPair(), nextPair()];
    const { coordinator, sent } = await startReplica(() => refreshed(next));
    expect(await coordinator.handOver({ access: null, refresh: old.refresh }, context, isWanted)).toEqual({
      kind: 'handed over',
      tokens: next,
    });
    expect(sent).toEqual([old.refresh]);
  });

  test.each([refused, failed])('returns the outcome of a refresh without tokens: %j', async (result) => {
    const { coordinator } = await startReplica(() => result);
    expect(await coordinator.handOver({ access: null, refresh: nextPair().refresh }, context, isWanted)).toEqual(
      result,
    );
  });

  test('does not end the session when the client has left', async () => {
    const [old, next] = [nextPair(), nextPair()];
    const { coordinator, lineage } = await startReplica(() => refreshed(next));
    const tokens = { access: null, refresh: old.refresh };
    expect(await coordinator.handOver(tokens, context, () => false)).toMatchObject({ kind: 'timed out' });
    expect(await lineage.read(old.refresh)).toMatchObject({ ended: false, successor: next });
  });

  test('times out when another replica keeps the lease, and does not end the session', async () => {
    const old = nextPair();
    const { coordinator, lineage, shared } = await startReplica(() => refused, 60);
    await shared.acquireLease(`lease:${hashToken(old.refresh)}`, 'another', 60_000);
    expect(await coordinator.handOver(old, context, isWanted)).toEqual({ kind: 'timed out', cause: 'timed out' });
    expect((await lineage.read(old.refresh)).ended).toBe(false);
  });
});

describe('an end that only this replica knows', () => {
  /** More than it keeps, of as many networks. */
  const endOthers = ({ lineage }: Awaited<ReturnType<typeof startReplica>>) => {
    for (let index = 0; index <= 6_000; index += 1) lineage.recordEndHere(`invented-${index}`, `network-${index}`);
  };

  test('counts for a refresh that is running, however many others end', async () => {
    const old = nextPair();
    const response = createDeferred<RefreshResult>();
    const replica = await startReplica(() => response.promise);
    const refreshing = replica.coordinator.refresh(old, context);
    await expect.poll(() => replica.sent).toHaveLength(1);
    replica.lineage.recordEndHere(old.refresh, network);
    endOthers(replica);
    response.resolve(refreshed(nextPair()));
    expect(await refreshing).toEqual({ kind: 'session ended' });
  });

  test('counts for a hand-over that is running, however many others end', async () => {
    const old = nextPair();
    const replica = await startReplica(() => refused);
    replica.redisCommands.beforeAcquire = async () => {
      replica.lineage.recordEndHere(old.refresh, network);
      endOthers(replica);
    };
    expect(await replica.coordinator.handOver(old, context, isWanted)).toEqual({ kind: 'session ended' });
  });
});

describe('revoking a session at the upstream', () => {
  test.each([
    [refreshed({ access: 'x', refresh: 'y' }), 'revoked', true],
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
    const { coordinator, sent } = await startReplica((token) => refreshed(token === old.refresh ? next : nextPair()));
    await coordinator.refresh(old, context);
    const all = await Promise.all([old, next, next].map(({ refresh }) => coordinator.revoke(refresh, context)));
    expect(all).toEqual(['revoked', 'revoked', 'revoked']);
    expect(sent).toEqual([old.refresh, next.refresh]);
    expect(await coordinator.revoke(next.refresh, context)).toBe('refreshing');
    expect(sent).toHaveLength(2);
  });

  test('waits for a refresh of this replica, even if Redis has lost its lease', async () => {
    const [old, next] = [nextPair(), nextPair()];
    const response = createDeferred<RefreshResult>();
    const { coordinator, sent } = await startReplica(() => response.promise);
    const refreshing = coordinator.refresh(old, context);
    await expect.poll(() => sent).toHaveLength(1);
    await redis.client.flushall();
    const revoking = coordinator.revoke(old.refresh, context);
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(sent).toHaveLength(1);
    response.resolve(refreshed(next));
    expect([await refreshing, await revoking]).toEqual([{ kind: 'refreshed', tokens: next }, 'refreshing']);
    expect(sent).toHaveLength(1);
  });

  test('spends no token that was handed over in the meantime', async () => {
    const held = nextPair();
    const { coordinator, lineage, sent } = await startReplica(() => refused);
    await lineage.recordHandOver(held.refresh, network);
    await lineage.recordEnd(held.refresh, network);
    expect(await coordinator.revoke(held.refresh, context)).toBe('handed over');
    expect(sent).toEqual([]);
  });

  test('spends no token whose new pair was recorded in the meantime by a replica that was then killed', async () => {
    const [old, next] = [nextPair(), nextPair()];
    const { coordinator, lineage, redisCommands, shared, sent } = await startReplica(() => refused);
    redisCommands.beforeAcquire = async () => {
      await lineage.recordRotation(old.refresh, next, network);
      await shared.set(`spent:${hashToken(old.refresh)}`, '', 60_000, network);
    };
    expect(await coordinator.revoke(old.refresh, context)).toBe('refreshing');
    expect(sent).toEqual([]);
  });

  test('spends a refresh token that the upstream keeps', async () => {
    const old = nextPair();
    const { coordinator, lineage, sent } = await startReplica(() => refreshed(nextPair()));
    await lineage.recordRotation(old.refresh, { access: 'newer', refresh: old.refresh }, network);
    expect(await coordinator.revoke(old.refresh, context)).toBe('revoked');
    expect(sent).toEqual([old.refresh]);
  });

  test('waits for a refresh in this replica, and does not interrupt one in another replica', async () => {
    const [old, next] = [nextPair(), nextPair()];
    const response = createDeferred<RefreshResult>();
    const first = await startReplica((token) => (token === old.refresh ? response.promise : refreshed(nextPair())));
    const second = await startReplica(() => refused, 60);
    const refreshing = first.coordinator.refresh(old, context);
    await expect.poll(() => first.sent).toHaveLength(1);
    expect(await second.coordinator.revoke(old.refresh, context)).toBe('timed out');
    const revoking = first.coordinator.revoke(old.refresh, context);
    response.resolve(refreshed(next));
    await refreshing;
    expect(await revoking).toBe('refreshing');
    expect([first.sent, second.sent]).toEqual([[old.refresh], []]);
  });

  test('is refused while its network holds 1 MB, and a sixteenth of the other half, until they are over', async () => {
    const { coordinator, redisCommands } = await startReplica(() => refused);
    const gate = createGate();
    redisCommands.beforeGet = gate.pass;
    const handOver = async (network: number) => {
      const { access, refresh } = nextPair();
      const held = { access: access.padEnd(3 * 1024, 'x'), refresh: refresh.padEnd(3 * 1024, 'x') };
      const context = contextOf({ network: `192.0.2.${network}` });
      const { kind } = await coordinator.handOver(held, context, isWanted);
      return { network, kind };
    };
    const running = [1, 2, 3].flatMap((network) => Array.from({ length: 300 }, () => handOver(network)));
    expect(await Promise.race(running), 'at once').toEqual({ network: 1, kind: 'failed' });
    gate.open();
    const handedOver = (await Promise.all(running)).filter(({ kind }) => kind === 'handed over');
    const counts = [1, 2, 3].map((n) => handedOver.filter(({ network }) => network === n).length);
    expect(counts).toEqual([102 + 12, 102 + 12, 12]);
    expect(await handOver(1)).toMatchObject({ kind: 'handed over' });
  });
});
