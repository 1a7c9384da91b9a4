type Task = () => void;

/**
 * Tasks of the networks that clients are in. The networks take turns, so one with many tasks does not keep the others
 * waiting.
 */
export class FairQueue {
  readonly #tasks = new Map<string, Set<Task>>();

  add(network: string, task: Task): void {
    this.#tasks.set(network, (this.#tasks.get(network) ?? new Set()).add(task));
  }

  /** Takes the next task out. */
  next(): Task | undefined {
    const [first] = this.#tasks;
    const [network = '', tasks] = first ?? [];
    const [task] = tasks ?? [];
    if (task) this.remove(network, task);
    return task;
  }

  /** Whether it was in the queue. The network's next task then waits for all other networks. */
  remove(network: string, task: Task): boolean {
    const tasks = this.#tasks.get(network);
    if (!tasks?.delete(task)) return false;
    this.#tasks.delete(network);
    if (tasks.size > 0) this.#tasks.set(network, tasks);
    return true;
  }
}
