import { afterEach, expect, test } from 'vitest';
import { calls } from '#shared/calls.ts';
import { startGateway, type TestGateway } from '../../support/gateway.ts';
import { startRedisCluster, startSentinelSet } from '../../support/redis-sets.ts';
import { cookiesOf, type RotatingUpstream, startRotatingUpstream } from '../../support/rotating-upstream.ts';
import { cookiesAfter, sendRequest } from '../../support/send-request.ts';

const { path } = calls.profile;
const closers: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

interface Lab {
  readonly upstream: RotatingUpstream;
  readonly gateways: readonly TestGateway[];
  /** The cookies of each session. */
  readonly sessions: string[];
}

/** Two replicas, and an upstream that returns the same pair for a token that has just been used. */
async function openLab(url: string): Promise<Lab> {
  const upstream = await startRotatingUpstream({ grace: true });
  closers.push(() => upstream.close());
  const gateways = await Promise.all([0, 1].map(() => startGateway(upstream.origin, { REDIS_URL: url })));
  closers.push(() => Promise.all(gateways.map((gateway) => gateway.close())));
  await expect.poll(() => Promise.all(gateways.map(({ app }) => app.redis?.ping()))).toEqual([true, true]);
  return { upstream, gateways, sessions: Array.from({ length: 20 }, () => cookiesOf(upstream.issue())) };
}

/** Expires all access tokens; then each session sends three requests at once, to both replicas. The statuses. */
async function refreshAll({ upstream, gateways, sessions }: Lab): Promise<readonly number[]> {
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

/** Refreshes all sessions again and again while something happens; returns its result. */
async function refreshDuring(lab: Lab, act: () => Promise<unknown>): Promise<unknown> {
  let result: unknown;
  let isOver = false;
  const acting = act().then((value) => {
    result = value;
    isOver = true;
  });
  let rounds = 0;
  while (!isOver || rounds < 2) {
    const statuses = new Set(await refreshAll(lab));
    statuses.delete(503);
    expect([...statuses]).toEqual([200]);
    rounds += 1;
  }
  await acting;
  return result;
}

/** Soon every request succeeds, and each session costs one refresh; a busy machine may need more than one round. */
async function expectCoordination(lab: Lab): Promise<void> {
  const round = async () => {
    const before = lab.upstream.refreshes().length;
    const statuses = new Set(await refreshAll(lab));
    return { statuses: [...statuses], refreshes: lab.upstream.refreshes().length - before };
  };
  await expect.poll(round, { timeout: 60_000 }).toEqual({ statuses: [200], refreshes: lab.sessions.length });
}

const areUp = ({ gateways }: Lab) => Promise.all(gateways.map(({ app }) => app.redis?.ping()));

test('a failover of the Sentinel master during refreshes', async () => {
  const redis = await startSentinelSet();
  closers.push(() => redis.close());
  const lab = await openLab(redis.url);
  await expectCoordination(lab);
  await refreshDuring(lab, () => redis.failOver());
  await expect.poll(() => areUp(lab), { timeout: 60_000 }).toEqual([true, true]);
  await expectCoordination(lab);
}, 180_000);

test('a migration of cluster slots during refreshes', async () => {
  const redis = await startRedisCluster();
  closers.push(() => redis.close());
  const lab = await openLab(redis.url);
  await expectCoordination(lab);
  expect(await refreshDuring(lab, () => redis.migrateSlots())).toBeGreaterThan(0);
  await expect.poll(() => areUp(lab), { timeout: 60_000 }).toEqual([true, true]);
  await expectCoordination(lab);
}, 180_000);
