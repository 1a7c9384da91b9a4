import { randomUUID } from 'node:crypto';
import { BoundedMap } from './bounded-map.ts';
import type { RedisStore } from './redis-store.ts';

/**
 * What replicas share, with expiry. Each process also keeps its own copy: it continues with that while Redis is down,
 * slow or emptied. Without REDIS_URL the copy is all there is.
 */
export class CoordinationStore {
  readonly #own = new Map<string, ExpiringMap>();
  readonly #redis: RedisStore | null;

  constructor(redis: RedisStore | null) {
    this.#redis = redis;
  }

  /** Whether Redis has failed since then: other replicas may have changed what this one cannot see. */
  hasFailedSince(time: number): boolean {
    return this.#redis?.hasFailedSince(time) ?? false;
  }

  async get(...keys: readonly string[]): Promise<readonly (string | null)[]> {
    const shared = await this.#redis?.get(keys);
    return keys.map((key, index) => shared?.[index] ?? this.#ownOf(key).get(key));
  }

  async set(key: string, value: string, ttlMs: number): Promise<void> {
    this.#ownOf(key).set(key, value, ttlMs);
    await this.#redis?.set(key, value, ttlMs);
  }

  /** Whether this is the first claim to the key in that time, among all replicas. */
  async claim(key: string, ttlMs: number): Promise<boolean> {
    const own = this.#ownOf(key);
    if (own.get(key) !== null) return false;
    const claim = randomUUID();
    own.set(key, claim, ttlMs);
    return (await this.acquireLease(key, claim, ttlMs)) === claim;
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

  /** Each kind of key, the part before the colon, has a map and a limit of its own. */
  #ownOf(key: string): ExpiringMap {
    const kind = key.slice(0, key.indexOf(':'));
    const own = this.#own.get(kind) ?? new ExpiringMap(kind);
    this.#own.set(kind, own);
    return own;
  }
}

/** Of one kind of entry. decisions.md §3, Bounds */
const limits = { maxEntries: 20_000, maxBytes: 4 * 1024 * 1024 };
/** Entries of successors are pairs of tokens. */
const successorLimits = { ...limits, maxBytes: 8 * 1024 * 1024 };

class ExpiringMap {
  readonly #entries: BoundedMap<{ readonly text: string; readonly expiresAt: number }>;
  #sweepAt = 0;

  constructor(kind: string) {
    this.#entries = new BoundedMap(kind === 'next' ? successorLimits : limits);
  }

  get(key: string): string | null {
    const entry = this.#entries.get(key);
    return entry && entry.expiresAt > Date.now() ? entry.text : null;
  }

  set(key: string, text: string, ttlMs: number): void {
    const now = Date.now();
    if (now >= this.#sweepAt) this.#sweep(now);
    this.#entries.set(key, { text, expiresAt: now + ttlMs });
  }

  #sweep(now: number): void {
    for (const [key, { expiresAt }] of this.#entries) if (expiresAt <= now) this.#entries.delete(key);
    this.#sweepAt = now + 10_000;
  }
}
