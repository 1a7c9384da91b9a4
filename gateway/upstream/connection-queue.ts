import { FairQueue } from '../http/fair-queue.ts';
import { type Limit, NetworkBudget } from '../http/network-budget.ts';

export interface QueueLimits {
  readonly connections: Limit;
  /** Requests without a connection, and the bytes of their bodies. */
  readonly requests: Limit;
  readonly bytes: Limit;
}

/** One request's place in the queue. */
export interface QueuePlace {
  /** Dispatches the request when a connection is free: at once, or later. Call it once. */
  start(dispatch: () => void): void;
  /** The request has a connection. */
  connected(): void;
  /** Drops the request if it has not been dispatched. */
  cancel(): void;
  /** The dispatched request has ended: its connection is free. */
  finish(): void;
}

/**
 * Waits in front of undici, whose own queue keeps a request and its body even when its client has left. The networks of
 * the clients take turns, so that one network's slow calls do not keep others from theirs.
 */
export class ConnectionQueue {
  readonly #limit: number;
  readonly #connections: NetworkBudget;
  readonly #requests: NetworkBudget;
  readonly #bytes: NetworkBudget;
  readonly #queued = new FairQueue();

  constructor({ connections, requests, bytes }: QueueLimits) {
    this.#limit = connections[0];
    this.#connections = new NetworkBudget(...connections);
    this.#requests = new NetworkBudget(...requests);
    this.#bytes = new NetworkBudget(...bytes);
  }

  /** Null when too many are waiting. The time in the queue counts towards the request's timeout. */
  enter(bytes: number, network: string): QueuePlace | null {
    if (!this.#requests.take(network, 1)) return null;
    if (!this.#bytes.take(network, bytes)) {
      this.#requests.release(network, 1);
      return null;
    }
    let isWaiting = true;
    let isFinished = false;
    let request: (() => void) | null = null;
    const dispatch = () => {
      const begin = request;
      // undici keeps the handlers of finished requests, which must not keep the bodies.
      request = null;
      begin?.();
    };
    const connected = () => {
      if (!isWaiting) return;
      isWaiting = false;
      this.#requests.release(network, 1);
      this.#bytes.release(network, bytes);
    };
    const cancel = () => {
      if (!this.#queued.remove(network, dispatch)) return;
      request = null;
      connected();
    };
    const start = (begin: () => void) => {
      request = begin;
      this.#queued.add(network, dispatch);
      this.#dispatchNext();
    };
    const finish = () => {
      if (isFinished) return;
      isFinished = true;
      connected();
      // Not within a callback of undici, which has not freed the connection yet; and failures in a row would nest.
      queueMicrotask(() => {
        this.#connections.release(network, 1);
        this.#dispatchNext();
      });
    };
    return { start, connected, cancel, finish };
  }

  #dispatchNext(): void {
    if (this.#connections.held < this.#limit) this.#queued.next((network) => this.#connections.take(network, 1))?.();
  }
}
