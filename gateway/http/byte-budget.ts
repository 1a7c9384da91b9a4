/** Bytes that all requests together may hold in memory at one time. decisions.md §3, Bounds */
export class ByteBudget {
  readonly #limit: number;
  #held = 0;

  constructor(limitBytes: number) {
    this.#limit = limitBytes;
  }

  get held(): number {
    return this.#held;
  }

  /** Reserves the bytes, or nothing when less than `keepFree` would be left of the limit. */
  take(bytes: number, keepFree = 0): boolean {
    if (this.#held + bytes > this.#limit - keepFree) return false;
    this.#held += bytes;
    return true;
  }

  release(bytes: number): void {
    this.#held -= bytes;
  }
}
