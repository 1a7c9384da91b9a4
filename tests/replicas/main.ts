/**
 * `npm run replicas`: two gateways behind a real proxy while replicas, Redis and the upstream come and go under load.
 * Fails when a session is lost, or when anybody but the upstream makes a 5xx. `REPLICAS_SESSIONS` and `REPLICAS_ONLY`
 * (part of a scenario's name) shorten a run for a look.
 */
import { openLab } from './lab.ts';
import type { Routing } from './proxy.ts';
import { findSecretsInLog, type Outcome, runScenario } from './run-scenario.ts';
import { scenarios } from './scenarios.ts';
import { visitByLink } from './visit-by-link.ts';

const sessions = Number(process.env.REPLICAS_SESSIONS || 100);
const accessTokenSeconds = 4;
const chosen = scenarios.filter(({ name }) => name.includes(process.env.REPLICAS_ONLY ?? ''));

const row = ({ name, note, tally, refreshes, lost, broken }: Outcome) => ({
  scenario: note ? `${name} (${note})` : name,
  requests: tally.requests,
  'p50 ms': Math.round(tally.quantile(0.5)),
  'p99 ms': Math.round(tally.quantile(0.99)),
  refreshes,
  '5xx gateway': tally.gatewayErrors,
  '5xx proxy': tally.proxyErrors,
  'writes cut off': tally.cutWrites,
  'reads repeated': tally.repeatedReads.length,
  'worn twice': tally.wornTwice,
  'sessions lost': Math.max(tally.sessionsEnded, lost.length),
  result: note === null ? 'left out: no history' : broken.length === 0 ? 'ok' : broken.join('; '),
});

let failed = false;
for (const routing of ['sticky', 'round robin'] as const satisfies readonly Routing[]) {
  const lab = await openLab({ routing, sessions, accessTokenSeconds });
  try {
    console.log(`\n${routing}: ${sessions} sessions, access tokens of ${accessTokenSeconds} s`);
    const outcomes: Outcome[] = [];
    for (const scenario of chosen) {
      const outcome = await runScenario(lab, scenario);
      outcomes.push(outcome);
      console.log(JSON.stringify(row(outcome)));
      for (const line of outcome.tally.describeFailures()) console.log(line);
      await visitByLink(lab);
    }
    console.table(outcomes.map(row));
    const lines = lab.proxy.log().split('\n').length;
    const secrets = findSecretsInLog(lab.proxy.log());
    console.log(`${lines} lines in the proxy's log, ${secrets.length} with a query, a token or an e-mail in them`);
    failed ||= secrets.length > 0 || outcomes.some(({ broken }) => broken.length > 0);
  } finally {
    await lab.close();
  }
}
// Everything is closed; a connection that a fault has cut may keep the process for ever all the same.
process.exit(failed ? 1 : 0);
