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

  /** Reserves the bytes, or nothing when they would exceed the limit. */
  take(bytes: number): boolean {
    if (this.#held + bytes > this.#limit) return false;
    this.#held += bytes;
    return true;
  }

  release(bytes: number): void {
    this.#held -= bytes;
  }
}
