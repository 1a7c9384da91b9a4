import { FairQueue } from '../http/fair-queue.ts';

interface Load {
  requests: number;
  bytes: number;
}

export interface QueueLimits {
  readonly connections: number;
  /** Of these, at most so many for one network. */
  readonly connectionsOfNetwork: number;
  /** Requests without a connection, and the bytes of their bodies. */
  readonly waiting: Readonly<Load>;
  /** Of these, at most so many from one network. */
  readonly waitingOfNetwork: Readonly<Load>;
}

/** One request's place in the queue. */
export interface QueuePlace {
  /** Dispatches the request when a connection is free: at once, or later. Call it once. */
  start(dispatch: () => void): void;
  /** The request has a connection. */
  connected(): void;
  /** The client has left: the request is forgotten where it has not been dispatched. */
  cancel(): void;
  /** undici has forgotten the request, which has been dispatched. */
  finish(): void;
}

/**
 * Waits in front of undici, whose own queue keeps a request and its body until a connection is free, even when its
 * client has left. No more are dispatched than there are connections, and what undici still holds counts. The
 * networks of the clients take turns, and one of them gets a part of the connections and of the queue: its slow calls
 * do not keep others from theirs.
 */
export class ConnectionQueue {
  readonly #limits: QueueLimits;
  /** Each dispatches its request. */
  readonly #queued = new FairQueue();
  readonly #waiting: Load = { requests: 0, bytes: 0 };
  readonly #waitingOf = new Map<string, Load>();
  #dispatched = 0;
  readonly #dispatchedOf = new Map<string, number>();

  constructor(limits: QueueLimits) {
    this.#limits = limits;
  }

  /**
   * Null when too many are waiting; the request then gets a 503 (client.ts, which also sets the numbers). The time in
   * the queue counts towards the request's timeout.
   * @param network of the client
   */
  enter(bytes: number, network: string): QueuePlace | null {
    const loads = [this.#waiting, this.#waitingOf.get(network) ?? { requests: 0, bytes: 0 }] as const;
    const hasRoom = (load: Load, limit: Readonly<Load>) =>
      load.requests < limit.requests && load.bytes + bytes <= limit.bytes;
    const { waiting, waitingOfNetwork } = this.#limits;
    if (!hasRoom(loads[0], waiting) || !hasRoom(loads[1], waitingOfNetwork)) return null;
    this.#waitingOf.set(network, loads[1]);
    for (const load of loads) {
      load.requests += 1;
      load.bytes += bytes;
    }
    let isWaiting = true;
    let isFinished = false;
    let request: (() => void) | null = null;
    const dispatch = () => {
      const begin = request;
      // undici keeps the handlers of finished requests, which must not keep the bodies.
      request = null;
      this.#countDispatched(network, 1);
      begin?.();
    };
    const connected = () => {
      if (!isWaiting) return;
      isWaiting = false;
      for (const load of loads) {
        load.requests -= 1;
        load.bytes -= bytes;
      }
      if (loads[1].requests === 0) this.#waitingOf.delete(network);
    };
    const cancel = () => {
      if (!this.#queued.remove(network, dispatch)) return;
      request = null;
      connected();
    };
    const start = (begin: () => void) => {
      request = begin;
      this.#queued.add(network, dispatch);
      if (this.#dispatched >= this.#limits.connections) return;
      this.#dispatched += 1;
      this.#dispatchNext();
    };
    const finish = () => {
      if (isFinished) return;
      isFinished = true;
      connected();
      this.#countDispatched(network, -1);
      // Not within a callback of undici, which has not freed the connection yet; and failures in a row would nest.
      queueMicrotask(() => this.#dispatchNext());
    };
    return { start, connected, cancel, finish };
  }

  #countDispatched(network: string, change: 1 | -1): void {
    const count = (this.#dispatchedOf.get(network) ?? 0) + change;
    if (count === 0) this.#dispatchedOf.delete(network);
    else this.#dispatchedOf.set(network, count);
  }

  #dispatchNext(): void {
    const { connectionsOfNetwork } = this.#limits;
    const next = this.#queued.next((network) => (this.#dispatchedOf.get(network) ?? 0) < connectionsOfNetwork);
    if (!next) this.#dispatched -= 1;
    next?.();
  }
}
