import { setTimeout as pause } from 'node:timers/promises';
import { Crowd } from './crowd.ts';
import type { Lab } from './lab.ts';
import type { Scenario } from './scenarios.ts';
import type { Tally } from './tally.ts';
import { describeUnanswered } from './unanswered.ts';

export interface Outcome {
  readonly name: string;
  /** Null when the scenario could not be done here. */
  readonly note: string | null;
  readonly tally: Tally;
  readonly refreshes: number;
  /** E-mails of the accounts whose session is gone. */
  readonly lost: readonly string[];
  /** What should not have happened; empty when all is well. */
  readonly broken: readonly string[];
}

/** Lets the scenario happen to a lab with a crowd in it, and looks at what the crowd has met. */
export async function runScenario(lab: Lab, { name, act, upstreamFails, replicaDies }: Scenario): Promise<Outcome> {
  const crowd = new Crowd(lab.browsers);
  const refreshesBefore = lab.refreshes();
  const tally = crowd.start();
  await pause(1_000);
  tally.happening = name;
  const note = await act(lab);
  tally.happening = `the second after: ${name}`;
  await pause(1_000);
  await crowd.stop();
  const refreshes = lab.refreshes() - refreshesBefore;
  const { gatewayErrors } = tally;
  const lost = await crowd.findLost();

  const counts: readonly (readonly [string, number])[] = [
    ['sessions lost', lost.length],
    ['answers that ended a session', tally.sessionsEnded],
    ['profiles of somebody else', tally.mixedUp],
    ['5xx of the gateway', upstreamFails ? 0 : gatewayErrors],
    ['5xx of the gateway after the upstream was back', tally.gatewayErrors - gatewayErrors],
    ['requests turned away for overload', tally.overloaded],
    ['5xx of the proxy to reads', tally.proxyErrors],
    ['writes cut off', replicaDies ? 0 : tally.cutWrites],
    ['reads without an answer', tally.unansweredReads.length],
  ];
  const broken = counts.filter(([, count]) => count > 0).map(([what, count]) => `${count} ${what}`);
  const crashes = lab.replicas.flatMap((replica) => replica.crashes);
  return {
    name,
    note,
    tally,
    refreshes,
    lost,
    broken: [...broken, ...tally.unansweredReads.map(describeUnanswered), ...crashes],
  };
}

/** Whatever could name a token, an e-mail or a query in what the proxy has written. */
export function findSecretsInLog(log: string): string[] {
  const secret = /\?|%3f|token=|sandbox-(?:access|refresh|permanent)-|@example|\bcode=/i;
  return log.split('\n').filter((line) => line.includes('"path"') && secret.test(line));
}
