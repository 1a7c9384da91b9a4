import type { RedisStore } from './redis-store.ts';

/**
 * What replicas share, with expiry. Each process also keeps its own copy: it continues with that while Redis is down, slow or
 * emptied. Without REDIS_URL the copy is all there is.
 */
export class CoordinationStore {
  readonly #own = new ExpiringMap();
  readonly #redis: RedisStore | null;

  constructor(redis: RedisStore | null) {
    this.#redis = redis;
  }

  /** The number of failed Redis commands so far. */
  get failures(): number {
    return this.#redis?.failures ?? 0;
  }

  async get(...keys: readonly string[]): Promise<readonly (string | null)[]> {
    const shared = await this.#redis?.get(keys);
    return keys.map((key, index) => shared?.[index] ?? this.#own.get(key));
  }

  async set(key: string, value: string, ttlMs: number): Promise<void> {
    this.#own.set(key, value, ttlMs);
    await this.#redis?.set(key, value, ttlMs);
  }

  /** Tries to take the lease. Returns its owner: the caller also when Redis is down. */
  async acquireLease(key: string, owner: string, leaseMs: number): Promise<string> {
    return (await this.#redis?.acquireLease(key, owner, leaseMs)) ?? owner;
  }

  async extendLease(key: string, owner: string, leaseMs: number): Promise<void> {
    await this.#redis?.extendLease(key, owner, leaseMs);
  }

  async releaseLease(key: string, owner: string): Promise<void> {
    await this.#redis?.releaseLease(key, owner);
  }
}

class ExpiringMap {
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
