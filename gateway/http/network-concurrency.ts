interface Limits {
  /** Of one network. */
  readonly running: number;
  /** Of all networks together. Beyond that, tasks start at once. */
  readonly waiting: number;
}

/** Runs a bounded number of one network's tasks at a time; its others wait. */
export class NetworkConcurrency {
  readonly #limits: Limits;
  readonly #ofNetwork = new Map<string, { running: number; readonly waiting: (() => void)[] }>();
  #waiting = 0;

  constructor(limits: Limits) {
    this.#limits = limits;
  }

  async run<T>(network: string, task: () => Promise<T>): Promise<T> {
    const own = this.#ofNetwork.get(network) ?? { running: 0, waiting: [] };
    this.#ofNetwork.set(network, own);
    if (own.running >= this.#limits.running && this.#waiting < this.#limits.waiting) {
      this.#waiting += 1;
      await new Promise<void>((start) => own.waiting.push(start));
      this.#waiting -= 1;
    } else own.running += 1;
    try {
      return await task();
    } finally {
      // Hands its place on, unless too many run.
      const next = own.running <= this.#limits.running ? own.waiting.shift() : undefined;
      if (next) next();
      else own.running -= 1;
      if (own.running === 0) this.#ofNetwork.delete(network);
    }
  }
}
