export interface QueueLimits {
  readonly connections: number;
  /** Requests without a connection, and the bytes of their bodies. */
  readonly waiting: { readonly requests: number; readonly bytes: number };
}

/** One request's place in the queue. */
export interface QueuePlace {
  /** Dispatches the request when a connection is free: at once, or later. Call it once. */
  start(dispatch: () => void): void;
  /** The request has a connection. */
  connected(): void;
  /** Nobody waits for the response: the request is forgotten where it has not been dispatched. */
  cancel(): void;
  /** undici has forgotten the request, which has been dispatched. */
  finish(): void;
}

/**
 * Waits in front of undici, whose own queue keeps a request and its body until a connection is free, also where nobody waits
 * for it anymore. No more are dispatched than there are connections, and what undici still holds counts.
 */
export class ConnectionQueue {
  readonly #limits: QueueLimits;
  /** In order; each dispatches its request. */
  readonly #queued = new Set<() => void>();
  readonly #waiting = { requests: 0, bytes: 0 };
  #dispatched = 0;

  constructor(limits: QueueLimits) {
    this.#limits = limits;
  }

  /** Null when too many are waiting. */
  enter(bytes: number): QueuePlace | null {
    const waiting = this.#waiting;
    const { requests: maxRequests, bytes: maxBytes } = this.#limits.waiting;
    if (waiting.requests >= maxRequests || waiting.bytes + bytes > maxBytes) return null;
    waiting.requests += 1;
    waiting.bytes += bytes;
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
      waiting.requests -= 1;
      waiting.bytes -= bytes;
    };
    const cancel = () => {
      if (!this.#queued.delete(dispatch)) return;
      request = null;
      connected();
    };
    const start = (begin: () => void) => {
      request = begin;
      this.#queued.add(dispatch);
      if (this.#dispatched >= this.#limits.connections) return;
      this.#dispatched += 1;
      this.#dispatchNext();
    };
    const finish = () => {
      if (isFinished) return;
      isFinished = true;
      connected();
      // Not within a callback of undici, which has not freed the connection yet; and failures in a row would nest.
      queueMicrotask(() => this.#dispatchNext());
    };
    return { start, connected, cancel, finish };
  }

  #dispatchNext(): void {
    const [next] = this.#queued;
    if (next) this.#queued.delete(next);
    else this.#dispatched -= 1;
    next?.();
  }
}
