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

  add(network: string, task: Task): void {
    this.#tasks.set(network, (this.#tasks.get(network) ?? new Set()).add(task));
  }

  /** Takes the next task out. */
  next(): Task | undefined {
    const [first] = this.#tasks;
    const [network = '', tasks] = first ?? [];
    const [task] = tasks ?? [];
    if (!tasks || !task) return undefined;
    this.remove(network, task);
    this.#taken += 1;
    if (tasks.size > 0 && this.#taken < this.#perNetwork) return task;
    this.#taken = 0;
    this.#tasks.delete(network);
    if (tasks.size > 0) this.#tasks.set(network, tasks);
    return task;
  }

  /** Whether it was in the queue. */
  remove(network: string, task: Task): boolean {
    const tasks = this.#tasks.get(network);
    if (!tasks?.delete(task)) return false;
    if (tasks.size === 0) this.#tasks.delete(network);
    return true;
  }
}
