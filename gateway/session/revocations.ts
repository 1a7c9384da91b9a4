import { ConcurrencyLimit } from '../http/concurrency-limit.ts';
import type { RevocationOutcome } from '../operations/telemetry.ts';

/** Each is one refresh, whose pair is discarded. Sign-outs are not rate-limited, so this bounds their cost. */
const limits = { running: 16, waiting: 512 };

/** Runs revocations in the background, a bounded number of them. */
export class Revocations {
  readonly #limit = new ConcurrencyLimit(limits);
  readonly #pending = new Set<Promise<void>>();
  readonly #onOutcome: (outcome: RevocationOutcome) => void;

  constructor(onOutcome: (outcome: RevocationOutcome) => void) {
    this.#onOutcome = onOutcome;
  }

  /** Never throws. A failure is counted and has no other consequence. */
  start(revoke: () => Promise<RevocationOutcome>): void {
    const outcome = this.#limit.run(revoke);
    if (outcome === null) {
      this.#onOutcome('dropped');
      return;
    }
    const pending = outcome.catch((): RevocationOutcome => 'failed').then(this.#onOutcome);
    this.#pending.add(pending);
    void pending.finally(() => this.#pending.delete(pending));
  }

  /** Waits for all revocations. */
  async settled(): Promise<void> {
    await Promise.all(this.#pending);
  }
}
