import { FairQueue } from './fair-queue.ts';
import { type Limit, NetworkBudget } from './network-budget.ts';

/** Runs a bounded number of tasks at a time, and keeps a bounded number waiting. The networks of clients take turns. */
export class ConcurrencyLimit {
  readonly #running: NetworkBudget;
  readonly #waiting: NetworkBudget;
  readonly #queue = new FairQueue();

  constructor(limits: { readonly running: Limit; readonly waiting: Limit }) {
    this.#running = new NetworkBudget(...limits.running);
    this.#waiting = new NetworkBudget(...limits.waiting);
  }

  /**
   * Runs the task when its turn comes; null when too many are waiting.
   * @param size what it counts for while it waits
   */
  run<T>(task: () => Promise<T>, network: string, size = 1): Promise<T> | null {
    if (this.#running.take(network, 1)) return this.#start(task, network);
    if (!this.#waiting.take(network, size)) return null;
    return new Promise((resolve, reject) => {
      this.#queue.add(network, () => {
        this.#waiting.release(network, size);
        this.#start(task, network).then(resolve, reject);
      });
    });
  }

  async #start<T>(task: () => Promise<T>, network: string): Promise<T> {
    try {
      return await task();
    } finally {
      if (this.#queue.isEmpty) this.#running.release(network, 1);
      else setImmediate(() => this.#passOn(network));
    }
  }

  /** In a turn of the event loop of its own: tasks that end at once would run all that wait in a single turn. */
  #passOn(network: string): void {
    this.#running.release(network, 1);
    this.#queue.next((each) => this.#running.take(each, 1))?.();
  }
}
