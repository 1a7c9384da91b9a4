import { ExpiringMap } from './expiring-map.ts';
import type { SharedRedis } from './redis-store.ts';

/**
 * What the replicas tell each other, for a time. Everything is written down in this process too, so that a Redis that is
 * away, slow or emptied leaves each replica with what it knows itself; without REDIS_URL that is all there is.
 */
export class SharedMemory {
  readonly #own = new ExpiringMap();
  readonly #redis: SharedRedis | null;

  constructor(redis: SharedRedis | null) {
    this.#redis = redis;
  }

  /** Grows whenever Redis could not be asked. */
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

  /** The owner of the lease after trying to take it; oneself where nobody else can be asked. */
  async takeLease(key: string, owner: string, leaseMs: number): Promise<string> {
    return (await this.#redis?.takeLease(key, owner, leaseMs)) ?? owner;
  }

  async renewLease(key: string, owner: string, leaseMs: number): Promise<void> {
    await this.#redis?.renewLease(key, owner, leaseMs);
  }

  async endLease(key: string, owner: string): Promise<void> {
    await this.#redis?.endLease(key, owner);
  }
}
