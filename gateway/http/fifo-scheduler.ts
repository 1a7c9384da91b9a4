interface TurnLimits {
  readonly perTurn: number;
  readonly maxWaiting: number;
}

/**
 * Starts a few tasks in each turn of the event loop, first come, first served, so that others' requests are handled in
 * between: Node accepts one connection in each turn.
 */
export class FifoScheduler {
  readonly #limits: TurnLimits;
  readonly #waiting: (() => void)[] = [];

  constructor(limits: TurnLimits) {
    this.#limits = limits;
  }

  /** Whether the task will start: not where too many are waiting. */
  add(task: () => void): boolean {
    if (this.#waiting.length >= this.#limits.maxWaiting) return false;
    if (this.#waiting.push(task) === 1) setImmediate(() => this.#run());
    return true;
  }

  #run(): void {
    const tasks = this.#waiting.splice(0, this.#limits.perTurn);
    if (this.#waiting.length > 0) setImmediate(() => this.#run());
    for (const task of tasks) task();
  }
}
