/** Something that goes wrong on purpose, in requests of one method and path or in all. decisions.md §5 */
export interface Fault {
  readonly method: string | null;
  readonly path: string | null;
  readonly status: number | null;
  readonly body: unknown;
  readonly delayMs: number;
  readonly reset: boolean;
  readonly hang: boolean;
  /** The call is carried out first, and only its answer goes wrong: the caller cannot know what happened. */
  readonly after: boolean;
  /** How many more requests it meets; null for every one. */
  remaining: number | null;
}

/** The faults that are switched on, the newest first. */
export class Faults {
  #faults: Fault[] = [];

  add(fault: Fault): void {
    this.#faults = [fault, ...this.#faults];
  }

  clear(): void {
    this.#faults = [];
  }

  list(): readonly Fault[] {
    return this.#faults;
  }

  /** The fault that meets this request; one that has met its number is gone afterwards. */
  take(method: string, path: string): Fault | null {
    const fault = this.#faults.find(
      (candidate) =>
        (candidate.method === null || candidate.method === method) &&
        (candidate.path === null || candidate.path === path),
    );
    if (!fault) return null;
    if (fault.remaining !== null) {
      fault.remaining -= 1;
      if (fault.remaining <= 0) this.#faults = this.#faults.filter((other) => other !== fault);
    }
    return fault;
  }
}
