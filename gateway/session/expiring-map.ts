/** Values that are forgotten after a time, in this process. */
export class ExpiringMap {
  readonly #entries = new Map<string, { readonly value: string; readonly expiresAt: number }>();
  #sweepAt = 0;

  get(key: string): string | null {
    const entry = this.#entries.get(key);
    return entry && entry.expiresAt > Date.now() ? entry.value : null;
  }

  set(key: string, value: string, ttlMs: number): void {
    const now = Date.now();
    if (now >= this.#sweepAt) this.#sweep(now);
    this.#entries.set(key, { value, expiresAt: now + ttlMs });
  }

  #sweep(now: number): void {
    for (const [key, { expiresAt }] of this.#entries) if (expiresAt <= now) this.#entries.delete(key);
    this.#sweepAt = now + 10_000;
  }
}
