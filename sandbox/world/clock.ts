/** The sandbox's time, which can be moved on. All moments inside the sandbox are milliseconds of this clock. */
export class Clock {
  #aheadMs = 0;

  now(): number {
    return Date.now() + this.#aheadMs;
  }

  advance(seconds: number): void {
    this.#aheadMs += seconds * 1000;
  }

  /**
   * A moment in the browser's time: what was moved on is taken off again. The browser counts days left from its own
   * clock, so moving the sandbox on by two days makes every date two days nearer.
   */
  shift(moment: number): number {
    return Math.round(moment - this.#aheadMs);
  }

  /** The same in RFC 3339. */
  tell(moment: number): string {
    return new Date(this.shift(moment)).toISOString();
  }

  /** How far it was moved on. */
  aheadSeconds(): number {
    return this.#aheadMs / 1000;
  }
}
