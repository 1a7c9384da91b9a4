export interface ConcurrencyLimits {
  readonly running: number;
  readonly waiting: number;
}

/** Runs a bounded number of tasks at a time, and keeps a bounded number waiting. */
export class ConcurrencyLimit {
  readonly #limits: ConcurrencyLimits;
  readonly #waiting: (() => void)[] = [];
  #running = 0;

  constructor(limits: ConcurrencyLimits) {
    this.#limits = limits;
  }

  /** Runs the task when its turn comes; null when too many are waiting. */
  run<T>(task: () => Promise<T>): Promise<T> | null {
    if (this.#running < this.#limits.running) return this.#start(task);
    if (this.#waiting.length >= this.#limits.waiting) return null;
    return new Promise((resolve, reject) => {
      this.#waiting.push(() => this.#start(task).then(resolve, reject));
    });
  }

  async #start<T>(task: () => Promise<T>): Promise<T> {
    this.#running += 1;
    try {
      return await task();
    } finally {
      this.#running -= 1;
      this.#waiting.shift()?.();
    }
  }
}
