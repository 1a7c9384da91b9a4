import { setTimeout as pause } from 'node:timers/promises';
import type { ReplicaCluster } from './cluster.ts';
import { describeFailedRequest } from './failed-requests.ts';
import type { LoadResult } from './load-result.ts';
import type { Scenario } from './scenarios.ts';
import { VirtualUsers } from './virtual-users.ts';

export interface Outcome {
  readonly name: string;
  /** Null if the scenario cannot run on this machine. */
  readonly note: string | null;
  readonly result: LoadResult;
  readonly refreshes: number;
  /** E-mails of the accounts whose session is lost. */
  readonly lost: readonly string[];
  /** Broken promises; empty if there are none. */
  readonly broken: readonly string[];
}

/** Runs the scenario under the load of virtual users, and checks their result. */
export async function runScenario(
  cluster: ReplicaCluster,
  { name, act, upstreamFails, replicaDies }: Scenario,
): Promise<Outcome> {
  const users = new VirtualUsers(cluster.browsers);
  const refreshesBefore = cluster.refreshes();
  const result = users.start();
  await pause(1_000);
  result.happening = name;
  const note = await act(cluster);
  result.happening = `the second after: ${name}`;
  await pause(1_000);
  await users.stop();
  const refreshes = cluster.refreshes() - refreshesBefore;
  const { gatewayErrors } = result;
  const lost = await users.findLost();

  const counts: readonly (readonly [string, number])[] = [
    ['sessions lost', lost.length],
    ['responses that ended a session', result.sessionsEnded],
    ['profiles of another account', result.mixedUp],
    ['5xx of the gateway', upstreamFails ? 0 : gatewayErrors],
    ['5xx of the gateway after the upstream was back', result.gatewayErrors - gatewayErrors],
    ['requests rejected for overload', result.overloaded],
    ['5xx of the proxy to reads', result.proxyErrors],
    ['writes interrupted', replicaDies ? 0 : result.cutWrites],
    ['reads without a response', result.failedReads.length],
  ];
  const broken = counts.filter(([, count]) => count > 0).map(([what, count]) => `${count} ${what}`);
  const crashes = cluster.replicas.flatMap((replica) => replica.crashes);
  return {
    name,
    note,
    result,
    refreshes,
    lost,
    broken: [...broken, ...result.failedReads.map(describeFailedRequest), ...crashes],
  };
}

/** Lines of the proxy's log that may contain a token, an e-mail or a query. */
export function findSecretsInLog(log: string): string[] {
  const secret = /\?|%3f|token=|sandbox-(?:access|refresh|permanent)-|@example|\bcode=/i;
  return log.split('\n').filter((line) => line.includes('"path"') && secret.test(line));
}
