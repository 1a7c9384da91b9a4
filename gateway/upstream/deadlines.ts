import { performance } from 'node:perf_hooks';

/** What has to be over in time. */
export interface Expiring {
  /** Called once, when it is not. */
  expire(): void;
}

/**
 * Deadlines of one length. Nearly all are met, so that a timer of its own for each would be set and cleared in vain, for
 * twice what reading the clock costs: here a timer outlives what it was set for, and waits for the rest when it finds
 * something younger in its place. There are as many timers as there were things under way at the same time.
 */
export class Deadlines {
  readonly milliseconds: number;
  /** Milliseconds of a clock that only goes forward. */
  readonly now: () => number;
  /** Those that nothing is waiting for. */
  readonly free: Deadline[] = [];

  constructor(milliseconds: number, now = () => performance.now()) {
    this.milliseconds = milliseconds;
    this.now = now;
  }

  /** Begins one, which ends when it is met or has passed. */
  begin(expiring: Expiring): Deadline {
    const deadline = this.free.pop() ?? new Deadline(this);
    deadline.begin(expiring);
    return deadline;
  }
}

export class Deadline {
  readonly #deadlines: Deadlines;
  readonly #onTimer = () => this.#look();
  #timer: NodeJS.Timeout | null = null;
  #expiring: Expiring | null = null;
  #due = 0;

  constructor(deadlines: Deadlines) {
    this.#deadlines = deadlines;
  }

  begin(expiring: Expiring): void {
    this.#expiring = expiring;
    const { now, milliseconds } = this.#deadlines;
    this.#due = now() + milliseconds;
    if (this.#timer === null) this.#wait(milliseconds);
  }

  /** Milliseconds since it began. */
  age(): number {
    return this.#deadlines.now() - this.#due + this.#deadlines.milliseconds;
  }

  /** Met, or no longer of interest; it is somebody else's from now on. */
  end(): void {
    // Handed back twice it would serve two, and forget the first.
    if (this.#expiring === null) return;
    this.#expiring = null;
    this.#deadlines.free.push(this);
  }

  #wait(milliseconds: number): void {
    this.#timer = setTimeout(this.#onTimer, milliseconds);
    // The connection keeps the process alive, not the clock.
    this.#timer.unref();
  }

  #look(): void {
    this.#timer = null;
    if (this.#expiring === null) return;
    const left = this.#due - this.#deadlines.now();
    // A timer may fire a fraction of a millisecond early.
    if (left > 0) this.#wait(Math.ceil(left));
    else this.#expiring.expire();
  }
}
