import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { BoundedMap } from '../http/bounded-map.ts';
import type { RedisStore } from '../redis/store.ts';

/**
 * What replicas share, with expiry. Each process also keeps its own copy: it continues with that while Redis is down,
 * slow or emptied. Without REDIS_URL the copy is all there is. docs/operations.md, Redis memory, lists the keys.
 */
export class CoordinationStore {
  readonly #own = new Map<string, ExpiringMap>();
  readonly #redis: RedisStore | null;

  constructor(redis: RedisStore | null) {
    this.#redis = redis;
  }

  /**
   * Whether Redis has failed since then: other replicas may have changed what this one cannot see.
   * @param time by the clock of `performance.now()`
   */
  hasFailedSince(time: number): boolean {
    return this.#redis?.hasFailedSince(time) ?? false;
  }

  async get(...keys: readonly string[]): Promise<readonly (string | null)[]> {
    const shared = await this.#redis?.get(keys);
    return keys.map((key, index) => {
      const own = this.#ownOf(key).get(key);
      const value = shared?.[index] ?? null;
      // Redis still has the empty value, because it missed this replica's later write.
      const isOutdated = value === '' && own?.isShared === false;
      return value === null || isOutdated ? (own?.text ?? null) : value;
    });
  }

  /** What this replica knows itself. */
  getOwn(key: string): string | null {
    return this.#ownOf(key).get(key)?.text ?? null;
  }

  /** Sets it for this replica only, at once; `network` as in `set`. */
  setOwn(key: string, value: string, ttlMs: number, network: string): void {
    this.#ownOf(key).set(key, value, ttlMs, network);
  }

  /** @param network of the client that causes the entry: with many of a kind, it loses its own first */
  async set(key: string, value: string, ttlMs: number, network: string): Promise<void> {
    const entry = this.#ownOf(key).set(key, value, ttlMs, network);
    entry.isShared = (await this.#redis?.set(key, value, ttlMs)) === true;
  }

  /**
   * Whether this is the first claim to the key in that time, among all replicas.
   * @param network as in `set`
   * @param resend whether to send it to Redis again if Redis does not respond now
   */
  async claim(key: string, ttlMs: number, network: string, resend = false): Promise<boolean> {
    const own = this.#ownOf(key);
    if (own.get(key)) return false;
    const claim = randomUUID();
    const entry = own.set(key, claim, ttlMs, network);
    const holder = await this.#redis?.acquireLease(key, claim, ttlMs);
    entry.isShared = holder !== undefined;
    if (resend && this.#redis && !entry.isShared) void this.#resendMissed(own, this.#redis);
    return (holder ?? claim) === claim;
  }

  /** Sends Redis the claims that it missed, until it has all of them. One loop serves all claims. */
  async #resendMissed(own: ExpiringMap, redis: RedisStore): Promise<void> {
    if (own.isResending) return;
    own.isResending = true;
    do await pause(retryMs, undefined, { ref: false });
    while (!(await sendMissed(own, redis)));
    own.isResending = false;
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

  /** Runs the task. Until it is done, this replica forgets none of these entries, unless they expire. */
  async keepWhile<T>(keys: readonly string[], task: () => Promise<T>): Promise<T> {
    const letGo = keys.map((key) => this.#ownOf(key).keep(key));
    try {
      return await task();
    } finally {
      for (const each of letGo) each();
    }
  }

  /** Each kind of key, the part before the colon, has a map and a limit of its own. */
  #ownOf(key: string): ExpiringMap {
    const kind = key.slice(0, key.indexOf(':'));
    const own = this.#own.get(kind) ?? new ExpiringMap(kind);
    this.#own.set(kind, own);
    return own;
  }
}

const retryMs = 1_000;

/**
 * One at a time: other commands would wait behind thousands of claims.
 * @returns whether Redis has all of them
 */
async function sendMissed(own: ExpiringMap, redis: RedisStore): Promise<boolean> {
  for (const [key, entry] of own.unshared()) {
    const leaseMs = Math.max(1, Math.ceil(entry.expiresAt - performance.now()));
    if ((await redis.acquireLease(key, entry.text, leaseMs)) === undefined) return false;
    entry.isShared = true;
  }
  return true;
}

/** Of one kind of entry. docs/decisions/007-bounds.md */
const limits = { maxEntries: 6_000, maxBytes: 4 * 1024 * 1024 };
/** Entries of successors are pairs of tokens. */
const successorLimits = { ...limits, maxBytes: 8 * 1024 * 1024 };

interface Entry {
  readonly text: string;
  readonly network: string;
  /** By the clock of `performance.now()`: the system clock may step. */
  readonly expiresAt: number;
  /** Whether Redis has stored it, too. */
  isShared: boolean;
}

class ExpiringMap {
  /** Whether a loop is sending Redis the claims that it missed. */
  isResending = false;
  readonly #entries: BoundedMap<Entry>;
  /** What `#entries` may drop, but tasks that are running need. */
  readonly #kept = new Map<string, { tasks: number; entry: Entry | null }>();
  #sweepAt = 0;

  constructor(kind: string) {
    this.#entries = new BoundedMap(kind === 'next' ? successorLimits : limits);
  }

  get(key: string): Entry | null {
    const entry = this.#kept.get(key)?.entry ?? this.#entries.get(key);
    return entry && entry.expiresAt > performance.now() ? entry : null;
  }

  set(key: string, text: string, ttlMs: number, network: string): Entry {
    const now = performance.now();
    if (now >= this.#sweepAt) this.#sweep(now);
    const entry = { text, network, expiresAt: now + ttlMs, isShared: false };
    this.#entries.set(key, entry);
    const kept = this.#kept.get(key);
    if (kept) kept.entry = entry;
    return entry;
  }

  /** @returns ends it */
  keep(key: string): () => void {
    const kept = this.#kept.get(key) ?? { tasks: 0, entry: this.get(key) };
    this.#kept.set(key, kept);
    kept.tasks += 1;
    return () => {
      kept.tasks -= 1;
      if (kept.tasks === 0) this.#kept.delete(key);
    };
  }

  *unshared(): Generator<readonly [key: string, entry: Entry]> {
    for (const [key, entry] of this.#entries)
      if (!entry.isShared && entry.expiresAt > performance.now()) yield [key, entry];
  }

  #sweep(now: number): void {
    for (const [key, { expiresAt }] of this.#entries) if (expiresAt <= now) this.#entries.delete(key);
    this.#sweepAt = now + 10_000;
  }
}
