import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Lab, openLab } from './lab.ts';
import { findSecretsInLog, runScenario } from './run-scenario.ts';
import { killedInRefresh, redisAway, rollingRestart } from './scenarios.ts';
import { visitByLink } from './visit-by-link.ts';

// The short part of `npm run replicas`, in the worse case of the two: every request goes to another replica.
let lab: Lab;
beforeAll(async () => {
  // Patient, because nobody knows how busy the machine is.
  const patience = { accessTokenSeconds: 5, refreshLeewaySeconds: 600 };
  lab = await openLab({ routing: 'round robin', sessions: 8, ...patience });
}, 120_000);
afterAll(() => lab.close(), 60_000);

// How the proxy sees its replicas, and how much a replica can do, depends on the machine: `npm run replicas` asks for
// that.
test.each([
  ['a rolling restart', rollingRestart],
  ['kill -9 in the middle of refreshes', killedInRefresh],
  ['Redis gone and back, empty', redisAway],
])(
  '%s under load loses no session and shows nobody the account of another',
  async (_, scenario) => {
    const { tally, lost } = await runScenario(lab, scenario);
    expect(lost).toEqual([]);
    expect([tally.sessionsEnded, tally.mixedUp, tally.gatewayErrors]).toEqual([0, 0, 0]);
    expect(tally.requests).toBeGreaterThan(0);
  },
  120_000,
);

test('the log of the proxy holds paths without queries, tokens and e-mails', async () => {
  expect(await visitByLink(lab)).toBe(true);
  // HAProxy writes a slash as `\/`. The visit's own line is the one that must have come.
  await expect.poll(() => lab.proxy.log(), { timeout: 20_000 }).toContain('"path":"\\/profile","status":303');
  expect(findSecretsInLog(lab.proxy.log())).toEqual([]);
  expect(findSecretsInLog('{"path":"\\/profile?token=x"}').length).toBe(1);
});
