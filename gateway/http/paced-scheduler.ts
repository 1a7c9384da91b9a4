import { FairQueue } from './fair-queue.ts';
import { type Limit, NetworkBudget } from './network-budget.ts';

interface PaceLimits {
  readonly perTurn: number;
  readonly waiting: Limit;
}

/**
 * Starts tasks in later turns of the event loop, a few in each, so that others' requests are handled in between: Node
 * accepts one connection in each turn. A limited number may wait. The networks of clients take turns.
 */
export class PacedScheduler {
  readonly #perTurn: number;
  readonly #waiting: NetworkBudget;
  readonly #queue = new FairQueue();
  #isScheduled = false;

  constructor({ perTurn, waiting }: PaceLimits) {
    this.#perTurn = perTurn;
    this.#waiting = new NetworkBudget(...waiting);
  }

  /** Whether the task will start: not where too many are waiting. */
  add(task: () => void, network: string): boolean {
    if (!this.#waiting.take(network, 1)) return false;
    this.#queue.add(network, () => {
      this.#waiting.release(network, 1);
      task();
    });
    this.#schedule();
    return true;
  }

  #schedule(): void {
    if (this.#isScheduled || this.#waiting.held === 0) return;
    this.#isScheduled = true;
    setImmediate(() => this.#run());
  }

  #run(): void {
    const tasks = Array.from({ length: this.#perTurn }, () => this.#queue.next());
    for (const task of tasks) task?.();
    this.#isScheduled = false;
    this.#schedule();
  }
}
