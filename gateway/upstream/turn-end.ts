/**
 * What one turn of the event loop has brought is finished together at its end: whoever writes to many sockets in a row wakes
 * the other side once, not for each, and the processor finds each part's code where it left it. docs/decisions/001-proxy-inner-path.md
 */
export class TurnEnd {
  #tasks: (() => void)[] = [];
  readonly #run = () => {
    const tasks = this.#tasks;
    this.#tasks = [];
    for (const task of tasks) task();
  };

  /** @param task must not throw: those after it would never run */
  add(task: () => void): void {
    if (this.#tasks.push(task) === 1) setImmediate(this.#run);
  }
}
