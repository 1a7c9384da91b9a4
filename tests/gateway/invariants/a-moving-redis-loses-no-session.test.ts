import { afterEach, expect, test } from 'vitest';
import { calls } from '#shared/calls.ts';
import { FaultyTcpProxy } from '../../replicas/faulty-tcp-proxy.ts';
import { createGate } from '../../support/gate.ts';
import { startGateway, type TestGateway } from '../../support/gateway.ts';
import { startRedis, type TestRedis } from '../../support/redis.ts';
import { startRedisCluster, startSentinelSet } from '../../support/redis-sets.ts';
import { cookiesOf, type RotatingUpstream, startRotatingUpstream } from '../../support/rotating-upstream.ts';
import { cookiesAfter, sendRequest } from '../../support/send-request.ts';

const { path } = calls.profile;
const closers: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

interface Setup {
  readonly upstream: RotatingUpstream;
  readonly gateways: readonly TestGateway[];
  /** The cookies of each session. */
  readonly sessions: string[];
}

interface SetupOptions {
  /** Whether the upstream returns the same pair for a token that has just been used; otherwise it refuses it. */
  readonly grace: boolean;
  readonly sessions: number;
}

/** Two replicas in front of an upstream. */
async function startReplicas(url: string, { grace, sessions }: SetupOptions): Promise<Setup> {
  const upstream = await startRotatingUpstream({ grace });
  closers.push(() => upstream.close());
  // Refreshes wait at the upstream while Redis moves, which takes a busy machine longer than the usual timeout.
  const env = { REDIS_URL: url, UPSTREAM_TIMEOUT_MS: '60000' };
  const gateways = await Promise.all([0, 1].map(() => startGateway(upstream.origin, env)));
  closers.push(() => Promise.all(gateways.map((gateway) => gateway.close())));
  await expect.poll(() => Promise.all(gateways.map(({ app }) => app.redis?.ping()))).toEqual([true, true]);
  return { upstream, gateways, sessions: Array.from({ length: sessions }, () => cookiesOf(upstream.issue())) };
}

/** Expires all access tokens, then sends three requests per session at once to both replicas. Returns the statuses. */
async function refreshAll({ upstream, gateways, sessions }: Setup): Promise<readonly number[]> {
  upstream.expire();
  const statuses = await Promise.all(
    sessions.map(async (cookie, index) => {
      const targets = [gateways[0], gateways[1], gateways[index % 2]];
      const responses = await Promise.all(
        targets.map((gateway) => sendRequest(gateway?.origin ?? '', path, { cookie })),
      );
      for (const response of responses) {
        expect(response.headers['session-ended']).toBeUndefined();
        if (response.status === 200 && response.setCookies.length > 0) sessions[index] = cookiesAfter(response);
      }
      return responses.map(({ status }) => status);
    }),
  );
  return statuses.flat();
}

/** Refreshes all sessions repeatedly while `act` runs; returns the result of `act`. */
async function refreshDuring(setup: Setup, act: () => Promise<unknown>): Promise<unknown> {
  let result: unknown;
  let isOver = false;
  const acting = act().then((value) => {
    result = value;
    isOver = true;
  });
  let rounds = 0;
  while (!isOver || rounds < 2) {
    const statuses = new Set(await refreshAll(setup));
    statuses.delete(503);
    expect([...statuses]).toEqual([200]);
    rounds += 1;
  }
  await acting;
  return result;
}

/** Waits until every request succeeds with one refresh per session. A busy machine may need more than one round. */
async function expectCoordination(setup: Setup): Promise<void> {
  const round = async () => {
    const before = setup.upstream.refreshes().length;
    const statuses = new Set(await refreshAll(setup));
    return { statuses: [...statuses], refreshes: setup.upstream.refreshes().length - before };
  };
  await expect.poll(round, { timeout: 60_000 }).toEqual({ statuses: [200], refreshes: setup.sessions.length });
}

const areUp = ({ gateways }: Setup) => Promise.all(gateways.map(({ app }) => app.redis?.ping()));

test('a failover of the Sentinel master during refreshes loses no session', async () => {
  const redis = await startSentinelSet();
  closers.push(() => redis.close());
  const setup = await startReplicas(redis.url, { grace: true, sessions: 20 });
  await expectCoordination(setup);
  await refreshDuring(setup, () => redis.failOver());
  await expect.poll(() => areUp(setup), { timeout: 60_000 }).toEqual([true, true]);
  await expectCoordination(setup);
}, 180_000);

test('a failover behind one address, which leaves connections open, loses no session', async () => {
  const [master, successor] = await Promise.all([startRedis(), startRedis()]);
  closers.push(() => Promise.all([master.close(), successor.close()]));
  const portOf = ({ url }: TestRedis) => Number(new URL(url).port);
  const address = new FaultyTcpProxy(portOf(master));
  await address.open();
  closers.push(() => address.cut());
  const setup = await startReplicas(`redis://127.0.0.1:${address.port}`, { grace: true, sessions: 20 });
  await expectCoordination(setup);
  await refreshDuring(setup, async () => {
    await master.client.replicaof('127.0.0.1', portOf(successor));
    address.targetPort = portOf(successor);
  });
  await expectCoordination(setup);
}, 180_000);

test('a migration of cluster slots during refreshes loses no session', async () => {
  const redis = await startRedisCluster();
  closers.push(() => redis.close());
  const setup = await startReplicas(redis.url, { grace: true, sessions: 20 });
  await expectCoordination(setup);
  expect(await refreshDuring(setup, () => redis.migrateSlots())).toBeGreaterThan(0);
  await expect.poll(() => areUp(setup), { timeout: 60_000 }).toEqual([true, true]);
  await expectCoordination(setup);
}, 180_000);

/** Expires all access tokens, and runs `act` while the refresh of every session waits at the upstream. */
async function refreshAround<T>(setup: Setup, act: () => Promise<T>): Promise<T> {
  const gate = createGate();
  setup.upstream.beforeRefresh = gate.pass;
  const before = setup.upstream.refreshes().length;
  const refreshing = refreshAll(setup);
  await expect.poll(() => setup.upstream.refreshes().length - before).toBe(setup.sessions.length);
  const result = await act();
  gate.open();
  expect(new Set(await refreshing)).toEqual(new Set([200]));
  expect(setup.upstream.refreshes().length - before).toBe(setup.sessions.length);
  return result;
}

test('a refresh that a slot migration redirects neither fails nor runs twice', async () => {
  const redis = await startRedisCluster();
  closers.push(() => redis.close());
  // Enough sessions that some have leases in the migrated slots. A token that is used twice would end its session.
  const setup = await startReplicas(redis.url, { grace: false, sessions: 40 });

  const before = await redis.countRedirects();
  const migration = await refreshAround(setup, () => redis.beginMigration());
  expect((await redis.countRedirects()).ask).toBeGreaterThan(before.ask);
  await migration.finish();

  const { moved } = await redis.countRedirects();
  expect(await refreshAround(setup, () => redis.migrateSlots())).toBeGreaterThan(0);
  expect((await redis.countRedirects()).moved).toBeGreaterThan(moved);
}, 180_000);
