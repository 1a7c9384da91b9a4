import { FairQueue } from './fair-queue.ts';

const noop = (): void => undefined;
/** Deferred turns in a row, at most: clients that keep connecting must not stop all others. */
const maxDeferred = 64;
/** No turn is deferred while more networks wait: those with open connections would wait for a flood of new ones. */
const maxWaitingNetworks = 16;

/**
 * Starts tasks at once until a turn of the event loop has enough of them, the others in later turns; any number may
 * wait. The networks of clients take turns. Thousands of requests can arrive in one turn, on connections that a client
 * has opened before: other networks' requests do not wait until all of them are handled.
 */
export class FairScheduler {
  readonly #perTurn: number;
  readonly #queue: FairQueue;
  #startedInTurn = 0;
  #defersNextTurn = false;
  #deferred = 0;

  /**
   * @param perTurn a turn ends when its tasks weigh so much, and so does a network's turn: with less, a flood from many
   * networks would starve those with many users, with more, long bodies of one network would keep others waiting
   */
  constructor(perTurn: number) {
    this.#perTurn = perTurn;
    this.#queue = new FairQueue(perTurn);
  }

  /**
   * Starts the task at once, or in a later turn.
   * @returns forgets a task that has not started
   */
  start(task: () => void, networkOf: () => string, weight = 1): () => void {
    if (this.#startedInTurn === 0) setImmediate(() => this.#beginTurn());
    const weighed = () => {
      this.#startedInTurn += weight;
      task();
    };
    if (this.#startedInTurn < this.#perTurn) {
      weighed();
      return noop;
    }
    const network = networkOf();
    this.#queue.add(network, weighed, weight);
    return () => this.#queue.remove(network, weighed);
  }

  /**
   * Starts nothing that waits in the next turn, if all that waits is from a few networks. Node accepts one connection
   * in each turn, so that new clients would wait for hundreds of turns full of others' requests.
   */
  deferTurn(): void {
    this.#defersNextTurn = true;
  }

  get #isFilledByFew(): boolean {
    return !this.#queue.isEmpty && this.#queue.networks <= maxWaitingNetworks;
  }

  #beginTurn(): void {
    const isDeferred = this.#defersNextTurn && this.#deferred < maxDeferred && this.#isFilledByFew;
    this.#defersNextTurn = false;
    this.#deferred = isDeferred ? this.#deferred + 1 : 0;
    // What arrives in a deferred turn waits, too.
    this.#startedInTurn = isDeferred ? this.#perTurn : 0;
    while (this.#startedInTurn < this.#perTurn) {
      const start = this.#queue.next();
      if (!start) break;
      start();
    }
    if (this.#startedInTurn > 0) setImmediate(() => this.#beginTurn());
  }
}
