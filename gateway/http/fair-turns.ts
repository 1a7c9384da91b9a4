import { FairQueue } from './fair-queue.ts';

const nothing = (): void => undefined;

/**
 * Starts a few tasks in each turn of the event loop. Thousands of requests can arrive in one turn, on connections that
 * a client has opened before: other networks' requests do not wait until all of them are handled.
 */
export class FairTurns {
  readonly #perTurn: number;
  readonly #queue = new FairQueue();
  #startedInTurn = 0;

  constructor(perTurn: number) {
    this.#perTurn = perTurn;
  }

  /**
   * Starts the task at once, or in a later turn.
   * @returns forgets a task that has not started
   */
  start(task: () => void, networkOf: () => string): () => void {
    if (this.#startedInTurn === 0) setImmediate(() => this.#beginTurn());
    if (this.#startedInTurn < this.#perTurn) {
      this.#startedInTurn += 1;
      task();
      return nothing;
    }
    const network = networkOf();
    this.#queue.add(network, task);
    return () => this.#queue.remove(network, task);
  }

  #beginTurn(): void {
    this.#startedInTurn = 0;
    while (this.#startedInTurn < this.#perTurn) {
      const task = this.#queue.next();
      if (!task) break;
      this.#startedInTurn += 1;
      task();
    }
    if (this.#startedInTurn > 0) setImmediate(() => this.#beginTurn());
  }
}
