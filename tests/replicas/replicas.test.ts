import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ReplicaCluster, startCluster } from './cluster.ts';
import { findSecretsInLog, runScenario } from './run-scenario.ts';
import { killedInRefresh, redisAway, rollingRestart } from './scenarios.ts';
import { visitByLink } from './visit-by-link.ts';

// The short part of `npm run replicas`, in the worst case: every request goes to the other replica.
let cluster: ReplicaCluster;
beforeAll(async () => {
  // Generous limits, because the machine may be busy.
  const slowMachine = { accessTokenSeconds: 5, refreshLeewaySeconds: 600 };
  cluster = await startCluster({ routing: 'round robin', sessions: 8, ...slowMachine });
}, 120_000);
afterAll(() => cluster.close(), 60_000);

// Health checks and throughput depend on the machine; `npm run replicas` checks them.
test.each([
  ['a rolling restart', rollingRestart],
  ['kill -9 in the middle of refreshes', killedInRefresh],
  ['Redis killed and restarted empty', redisAway],
])(
  '%s under load loses no session and mixes up no accounts',
  async (_, scenario) => {
    const { result, lost } = await runScenario(cluster, scenario);
    expect(lost).toEqual([]);
    expect([result.sessionsEnded, result.mixedUp, result.gatewayErrors]).toEqual([0, 0, 0]);
    expect(result.requests).toBeGreaterThan(0);
  },
  120_000,
);

test('the proxy logs paths without queries, tokens and e-mails', async () => {
  expect(await visitByLink(cluster)).toBe(true);
  // HAProxy logs a slash as `\/`. Wait for the line of this visit.
  await expect.poll(() => cluster.proxy.log(), { timeout: 20_000 }).toContain('"path":"\\/profile","status":303');
  expect(findSecretsInLog(cluster.proxy.log())).toEqual([]);
  expect(findSecretsInLog('{"path":"\\/profile?token=x"}').length).toBe(1);
});
