/**
 * `npm run replicas`: two gateways behind a real proxy under load, while replicas, Redis and the upstream fail.
 * Fails if a session is lost, or if a 5xx does not come from the upstream. `REPLICAS_SESSIONS` and `REPLICAS_ONLY`
 * (part of a scenario's name) shorten a run.
 */
import { startCluster } from './cluster.ts';
import type { Routing } from './proxy.ts';
import { findSecretsInLog, type Outcome, runScenario } from './run-scenario.ts';
import { scenarios } from './scenarios.ts';
import { visitByLink } from './visit-by-link.ts';

const sessions = Number(process.env.REPLICAS_SESSIONS || 100);
const accessTokenSeconds = 4;
const chosen = scenarios.filter(({ name }) => name.includes(process.env.REPLICAS_ONLY ?? ''));

const row = ({ name, note, result, refreshes, lost, broken }: Outcome) => ({
  scenario: note ? `${name} (${note})` : name,
  requests: result.requests,
  'p50 ms': Math.round(result.quantile(0.5)),
  'p99 ms': Math.round(result.quantile(0.99)),
  refreshes,
  '5xx gateway': result.gatewayErrors,
  '5xx proxy': result.proxyErrors,
  'writes interrupted': result.cutWrites,
  'reads retried': result.repeatedReads.length,
  'expired twice': result.expiredTwice,
  'sessions lost': Math.max(result.sessionsEnded, lost.length),
  verdict: note === null ? 'skipped: no history' : broken.length === 0 ? 'ok' : broken.join('; '),
});

let failed = false;
for (const routing of ['sticky', 'round robin'] as const satisfies readonly Routing[]) {
  const cluster = await startCluster({ routing, sessions, accessTokenSeconds });
  try {
    console.log(`\n${routing}: ${sessions} sessions, access tokens of ${accessTokenSeconds} s`);
    const outcomes: Outcome[] = [];
    for (const scenario of chosen) {
      const outcome = await runScenario(cluster, scenario);
      outcomes.push(outcome);
      console.log(JSON.stringify(row(outcome)));
      for (const line of outcome.result.describeFailures()) console.log(line);
      await visitByLink(cluster);
    }
    console.table(outcomes.map(row));
    const lines = cluster.proxy.log().split('\n').length;
    const secrets = findSecretsInLog(cluster.proxy.log());
    console.log(`${lines} lines in the proxy's log, ${secrets.length} with a query, a token or an e-mail`);
    failed ||= secrets.length > 0 || outcomes.some(({ broken }) => broken.length > 0);
  } finally {
    await cluster.close();
  }
}
// Everything is closed, but an interrupted connection may keep the process alive.
process.exit(failed ? 1 : 0);
