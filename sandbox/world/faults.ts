/** A simulated fault in requests of one method and path, or in all requests. decisions.md §5 */
export interface Fault {
  readonly method: string | null;
  readonly path: string | null;
  readonly status: number | null;
  readonly body: unknown;
  readonly delayMs: number;
  readonly reset: boolean;
  readonly hang: boolean;
  /** Applies to the response: the call is executed, but the caller cannot know that. */
  readonly after: boolean;
  /** The number of requests it still applies to; null for all. */
  remaining: number | null;
}

/** The active faults, newest first. */
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

  /** Takes the fault that applies to this request. */
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
