type Task = () => void;

interface WaitingNetwork {
  readonly network: string;
  /** With their weights. */
  readonly tasks: Map<Task, number>;
  /** It has had no turn since it began to wait. */
  isNew: boolean;
  /** In the arrivals; earlier entries do not count. */
  position: number;
}

/**
 * Tasks of the networks that clients are in. The networks take turns, so one with many tasks does not keep the others
 * waiting. Every other turn goes to the network that arrived last, so that a client does not wait until a burst from a
 * thousand networks has been handled. Until a network's first turn, each of its tasks counts as a new arrival.
 * docs/decisions/007-bounds.md
 */
export class FairQueue {
  /** The first one has waited longest since its last turn. */
  readonly #waiting = new Map<string, WaitingNetwork>();
  /** The newest network comes last. Some have had a turn, have left, or have arrived again. */
  #arrivals: WaitingNetwork[] = [];
  readonly #weightPerTurn: number;
  #inTurn: WaitingNetwork | null = null;
  #leftInTurn = 0;
  #isNewestNext = false;

  /**
   * @param weightPerTurn a network's turn ends when its tasks weigh so much: many users can share one network, and
   * attackers have many
   */
  constructor(weightPerTurn = 1) {
    this.#weightPerTurn = weightPerTurn;
  }

  /** How many have tasks. */
  get networks(): number {
    return this.#waiting.size;
  }

  get isEmpty(): boolean {
    return this.#waiting.size === 0;
  }

  add(network: string, task: Task, weight = 1): void {
    const waiting = this.#waiting.get(network) ?? { network, tasks: new Map(), isNew: true, position: 0 };
    this.#waiting.set(network, waiting);
    waiting.tasks.set(task, weight);
    if (this.#arrivals.length > 2 * this.#waiting.size) this.#dropPastArrivals();
    waiting.position = this.#arrivals.length;
    this.#arrivals.push(waiting);
  }

  #dropPastArrivals(): void {
    this.#arrivals = this.#arrivals.filter(isCurrent);
    for (const [position, waiting] of this.#arrivals.entries()) waiting.position = position;
  }

  /**
   * Takes the next task out.
   * @param mayRun whether it can be this network's turn; the answer is no for a few at most
   */
  next(mayRun: (network: string) => boolean = () => true): Task | undefined {
    const current = this.#leftInTurn > 0 ? this.#inTurn : null;
    const continues = current && current.tasks.size > 0 && mayRun(current.network);
    const waiting = continues ? current : this.#beginTurn(mayRun);
    const [first] = waiting?.tasks ?? [];
    if (!waiting || !first) return undefined;
    const [task, weight] = first;
    this.#leftInTurn -= weight;
    this.remove(waiting.network, task);
    return task;
  }

  #beginTurn(mayRun: (network: string) => boolean): WaitingNetwork | null {
    const waiting = (this.#isNewestNext ? this.#takeNewest(mayRun) : null) ?? this.#longestWaiting(mayRun);
    if (!waiting) return null;
    this.#isNewestNext = !this.#isNewestNext;
    waiting.isNew = false;
    this.#waiting.delete(waiting.network);
    this.#waiting.set(waiting.network, waiting);
    this.#inTurn = waiting;
    this.#leftInTurn = this.#weightPerTurn;
    return waiting;
  }

  #takeNewest(mayRun: (network: string) => boolean): WaitingNetwork | null {
    for (let newest = this.#arrivals.pop(); newest; newest = this.#arrivals.pop())
      if (isCurrent(newest, this.#arrivals.length) && mayRun(newest.network)) return newest;
    return null;
  }

  #longestWaiting(mayRun: (network: string) => boolean): WaitingNetwork | null {
    for (const waiting of this.#waiting.values()) if (mayRun(waiting.network)) return waiting;
    return null;
  }

  /** Whether it was in the queue. */
  remove(network: string, task: Task): boolean {
    const tasks = this.#waiting.get(network)?.tasks;
    if (!tasks?.delete(task)) return false;
    if (tasks.size === 0) this.#waiting.delete(network);
    return true;
  }
}

const isCurrent = ({ isNew, tasks, position }: WaitingNetwork, index: number): boolean =>
  isNew && tasks.size > 0 && position === index;
