import { ConcurrencyLimit } from '../http/concurrency-limit.ts';
import type { RevocationOutcome } from '../operations/telemetry.ts';

/** Each is one refresh, whose pair is discarded. Sign-outs are not rate-limited, so this bounds their cost. */
const limits = { running: [16, 8], waiting: [512, 256] } as const;

/** Runs revocations in the background, a bounded number of them. */
export class RevocationQueue {
  readonly #limit = new ConcurrencyLimit(limits);
  readonly #pending = new Map<string, Promise<void>>();
  readonly #onOutcome: (outcome: RevocationOutcome) => void;

  constructor(onOutcome: (outcome: RevocationOutcome) => void) {
    this.#onOutcome = onOutcome;
  }

  /**
   * Never throws. A failure is counted and has no other consequence.
   * @param network of the client
   * @param key of the session: one that is running already serves all, so that one session cannot fill the queue
   */
  start(network: string, key: string, revoke: () => Promise<RevocationOutcome>): void {
    if (this.#pending.has(key)) return;
    const outcome = this.#limit.run(revoke, network);
    if (outcome === null) {
      this.#onOutcome('dropped');
      return;
    }
    const pending = outcome
      .catch((): RevocationOutcome => 'failed')
      .then(this.#onOutcome)
      .finally(() => this.#pending.delete(key));
    this.#pending.set(key, pending);
  }

  /** Waits for all revocations. */
  async settled(): Promise<void> {
    await Promise.all(this.#pending.values());
  }
}
