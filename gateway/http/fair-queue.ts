type Task = () => void;

/**
 * Tasks of the networks that clients are in. The networks take turns, so one with many tasks does not keep the others
 * waiting.
 */
export class FairQueue {
  readonly #tasks = new Map<string, Set<Task>>();
  readonly #perNetwork: number;
  /** Of the network whose turn it is. */
  #taken = 0;

  /** @param perNetwork tasks of one network in its turn: many users can share one network, and attackers have many */
  constructor(perNetwork = 1) {
    this.#perNetwork = perNetwork;
  }

  /** How many have tasks. */
  get networks(): number {
    return this.#tasks.size;
  }

  get isEmpty(): boolean {
    return this.#tasks.size === 0;
  }

  add(network: string, task: Task): void {
    this.#tasks.set(network, (this.#tasks.get(network) ?? new Set()).add(task));
  }

  /**
   * Takes the next task out.
   * @param mayRun whether it can be this network's turn; the answer is no for a few at most
   */
  next(mayRun: (network: string) => boolean = () => true): Task | undefined {
    const network = this.#nextNetwork(mayRun);
    const tasks = network === null ? undefined : this.#tasks.get(network);
    const [task] = tasks ?? [];
    if (network === null || !tasks || !task) return undefined;
    this.remove(network, task);
    this.#taken += 1;
    if (tasks.size > 0 && this.#taken < this.#perNetwork) return task;
    this.#taken = 0;
    this.#tasks.delete(network);
    if (tasks.size > 0) this.#tasks.set(network, tasks);
    return task;
  }

  #nextNetwork(mayRun: (network: string) => boolean): string | null {
    for (const network of this.#tasks.keys()) if (mayRun(network)) return network;
    return null;
  }

  /** Whether it was in the queue. */
  remove(network: string, task: Task): boolean {
    const tasks = this.#tasks.get(network);
    if (!tasks?.delete(task)) return false;
    if (tasks.size === 0) this.#tasks.delete(network);
    return true;
  }
}
