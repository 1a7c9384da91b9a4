import { syncBuiltinESMExports } from 'node:module';
import timersPromises from 'node:timers/promises';
import type fc from 'fast-check';

/** Whose code continues after a step: a replica that may have crashed. Null for browsers, upstream and store. */
export interface Owner {
  readonly crashed: boolean;
}

interface Timer {
  at: number;
  readonly owner: Owner | null;
  readonly everyMs: number | null;
  readonly fire: () => void;
}

/** A network message takes at most this long, unless a fault stops it. */
export const latencyMs = 500;
const maxSteps = 20_000;
const startTime = Date.UTC(2026, 0, 1);

const real = {
  now: Date.now,
  monotonicNow: performance.now,
  setInterval: globalThis.setInterval,
  clearInterval: globalThis.clearInterval,
  sleep: timersPromises.setTimeout,
};
const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
const never = new Promise<never>(() => undefined);

/**
 * One schedule: fast-check chooses the next message to arrive, or advances the time to the next timer. Between two
 * steps, everything runs until it waits for the network or a timer.
 */
export class World {
  readonly startedAt = startTime;
  now = startTime;
  steps = 0;
  readonly #scheduler: fc.Scheduler;
  readonly #timers = new Set<Timer>();
  /** By when each message under way arrives. */
  readonly #deadlines = new Set<{ readonly at: number }>();
  #owner: Owner | null = null;
  #clockIsScheduled = false;

  constructor(scheduler: fc.Scheduler) {
    this.#scheduler = scheduler;
  }

  /**
   * Resolves when the message arrives; never, if its receiver has crashed by then. `effect` runs in either case: it is
   * what the message changes elsewhere.
   */
  async arrival(owner: Owner | null, label: string, withinMs = latencyMs, effect = () => {}): Promise<void> {
    const deadline = { at: this.now + withinMs };
    this.#deadlines.add(deadline);
    await this.#scheduler.schedule(Promise.resolve(), label);
    this.#deadlines.delete(deadline);
    effect();
    if (owner?.crashed) await never;
    this.#owner = owner;
  }

  /** For browsers, upstream and store: it outlives a crash. */
  sleep(ms: number): Promise<void> {
    return new Promise((resolve) => this.#start(null, ms, null, resolve));
  }

  get timers(): number {
    return this.#timers.size;
  }

  /** A crashed process has no timers. */
  stopTimers(owner: Owner): void {
    for (const timer of this.#timers) if (timer.owner === owner) this.#timers.delete(timer);
  }

  /** Runs until nothing is under way. `beforeStep` may throw. */
  async run(beforeStep: (step: number) => void): Promise<void> {
    const restore = this.#replaceTime();
    try {
      for (;;) {
        beforeStep(this.steps);
        // All microtasks of the last step.
        await turn();
        this.#scheduleClock();
        if (this.#scheduler.count() === 0) return;
        this.steps += 1;
        if (this.steps > maxSteps) throw new Error(`Everything terminates: violated, ${maxSteps} steps`);
        await this.#scheduler.waitOne();
        await turn();
      }
    } finally {
      restore();
    }
  }

  /** Time passes only as far as the messages under way allow. */
  #scheduleClock(): void {
    if (this.#clockIsScheduled || !this.#canPass()) return;
    this.#clockIsScheduled = true;
    void this.#scheduler.schedule(Promise.resolve(), 'time passes').then(() => {
      this.#clockIsScheduled = false;
      if (this.#canPass()) this.#fireNext();
    });
  }

  #canPass(): boolean {
    const next = this.#nextTimer();
    if (next === null) return false;
    for (const { at } of this.#deadlines) if (at < next.at) return false;
    return true;
  }

  #nextTimer(): Timer | null {
    let next: Timer | null = null;
    for (const timer of this.#timers) if (next === null || timer.at < next.at) next = timer;
    return next;
  }

  #fireNext(): void {
    const timer = this.#nextTimer();
    if (timer === null) return;
    this.now = Math.max(this.now, timer.at);
    this.#timers.delete(timer);
    if (timer.everyMs !== null) {
      timer.at += timer.everyMs;
      this.#timers.add(timer);
    }
    this.#owner = timer.owner;
    timer.fire();
  }

  #start(owner: Owner | null, ms: number, everyMs: number | null, fire: () => void): Timer {
    const timer = { at: this.now + ms, owner, everyMs, fire };
    this.#timers.add(timer);
    return timer;
  }

  /** The real coordinator sleeps, repeats and reads the time through these. */
  #replaceTime(): () => void {
    Date.now = () => this.now;
    performance.now = () => this.now;
    globalThis.setInterval = ((fire: () => void, ms: number) => this.#start(this.#owner, ms, ms, fire)) as never;
    globalThis.clearInterval = ((timer: Timer) => this.#timers.delete(timer)) as never;
    timersPromises.setTimeout = ((ms: number) =>
      new Promise<void>((resolve) => this.#start(this.#owner, ms, null, resolve))) as never;
    syncBuiltinESMExports();
    return () => {
      Date.now = real.now;
      performance.now = real.monotonicNow;
      globalThis.setInterval = real.setInterval;
      globalThis.clearInterval = real.clearInterval;
      timersPromises.setTimeout = real.sleep;
      syncBuiltinESMExports();
    };
  }
}
