/** The sandbox's clock, which can be advanced. All times in the sandbox are milliseconds of this clock. */
export class Clock {
  #aheadMs = 0;

  now(): number {
    return Date.now() + this.#aheadMs;
  }

  advance(seconds: number): void {
    this.#aheadMs += seconds * 1000;
  }

  /**
   * Converts a time to the browser's clock, which was not advanced. Advancing the sandbox by two days brings every date
   * two days nearer for the browser.
   */
  toBrowserTime(time: number): number {
    return Math.round(time - this.#aheadMs);
  }

  /** Converts a time to RFC 3339 on the browser's clock. */
  toIso(time: number): string {
    return new Date(this.toBrowserTime(time)).toISOString();
  }

  /** How far the clock was advanced. */
  aheadSeconds(): number {
    return this.#aheadMs / 1000;
  }
}
