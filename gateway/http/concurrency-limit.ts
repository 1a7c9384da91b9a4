/** Runs a bounded number of one network's tasks at a time, and keeps a bounded number of all networks waiting. */
export class ConcurrencyLimit {
  readonly #limits: { readonly running: number; readonly waiting: number };
  readonly #networks = new Map<string, { running: number; readonly waiting: (() => void)[] }>();
  #waiting = 0;

  constructor(limits: { readonly running: number; readonly waiting: number }) {
    this.#limits = limits;
  }

  /** Runs the task when its turn comes; null when too many are waiting. Without a network, all are one. */
  run<T>(task: () => Promise<T>, network = ''): Promise<T> | null {
    const own = this.#networks.get(network) ?? { running: 0, waiting: [] };
    const start = async (): Promise<T> => {
      own.running += 1;
      try {
        return await task();
      } finally {
        own.running -= 1;
        own.waiting.shift()?.();
        if (own.running === 0) this.#networks.delete(network);
      }
    };
    if (own.running < this.#limits.running) {
      this.#networks.set(network, own);
      return start();
    }
    if (this.#waiting >= this.#limits.waiting) return null;
    this.#waiting += 1;
    return new Promise((resolve, reject) => {
      own.waiting.push(() => {
        this.#waiting -= 1;
        start().then(resolve, reject);
      });
    });
  }
}
