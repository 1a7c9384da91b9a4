import fc from 'fast-check';
import { Interleaving } from './interleaving.ts';
import { plans } from './plan.ts';
import type { GatewayCode } from './replica.ts';

export interface Runs {
  readonly seed: number;
  readonly numRuns: number;
  /** To the failing case, as a failure prints it. */
  readonly path?: string;
  /** Whether to look for a shorter plan that fails as well. */
  readonly shrinks?: boolean;
}

export interface Failure {
  readonly seed: number;
  readonly path: string;
  readonly message: string;
  /** How many schedules it took. */
  readonly runs: number;
  /** The shrunk plan and the order of its steps. */
  readonly counterexample: string;
}

const orders = fc.noShrink(fc.integer());

/** Not an argument of the property: clones of a scheduler share random numbers and would not repeat an order. */
function createScheduler(orderSeed: number): fc.Scheduler {
  const [scheduler] = fc.sample(fc.scheduler(), { seed: orderSeed, numRuns: 1 });
  if (!scheduler) throw new Error('No scheduler');
  return scheduler;
}

/** Runs schedules of the gateway's code; null when all properties hold. */
export async function checkInterleavings(
  code: GatewayCode,
  { seed, numRuns, path, shrinks = true }: Runs,
): Promise<Failure | null> {
  let order = '';
  const property = fc.asyncProperty(plans, orders, async (plan, orderSeed) => {
    const scheduler = createScheduler(orderSeed);
    try {
      await new Interleaving(plan, scheduler, code).run();
    } catch (error) {
      order = String(scheduler);
      throw error;
    }
  });
  const details = await fc.check(property, {
    seed,
    numRuns,
    endOnFailure: !shrinks,
    ...(path !== undefined && { path }),
  });
  if (!details.failed) return null;
  const { errorInstance, counterexample, counterexamplePath } = details;
  return {
    seed: details.seed,
    path: counterexamplePath ?? '',
    message: errorInstance instanceof Error ? errorInstance.message : String(errorInstance),
    runs: details.numRuns,
    counterexample: `${fc.stringify(counterexample)}\n${order}`,
  };
}
