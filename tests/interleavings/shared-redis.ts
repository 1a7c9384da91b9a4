import { pauseMs, timeoutMs } from '../../gateway/redis/store.ts';
import { latencyMs, type Owner, type World } from './world.ts';

/** `loses responses`: the command takes effect, but nobody learns it. */
export type StoreState = 'up' | 'refuses' | 'stalls' | 'loses responses';

/** The data of one Redis, with expiry. */
export class SharedRedis {
  readonly #entries = new Map<string, { readonly value: string; readonly expiresAt: number }>();

  get(key: string): string | null {
    const entry = this.#entries.get(key);
    return entry && entry.expiresAt > Date.now() ? entry.value : null;
  }

  set(key: string, value: string, ttlMs: number): void {
    this.#entries.set(key, { value, expiresAt: Date.now() + ttlMs });
  }

  delete(key: string): void {
    this.#entries.delete(key);
  }

  clear(): void {
    this.#entries.clear();
  }
}

/** A model of RedisStore: the timeout and the pause are its own, the rest is written anew. */
export class ReplicaStore {
  state: StoreState = 'up';
  readonly #world: World;
  readonly #redis: SharedRedis;
  readonly #owner: Owner;
  #retryAt = 0;
  #lastFailureAt = Number.NEGATIVE_INFINITY;

  constructor(world: World, redis: SharedRedis, owner: Owner) {
    this.#world = world;
    this.#redis = redis;
    this.#owner = owner;
  }

  /** A closed connection. */
  noteFailure(): void {
    this.#lastFailureAt = performance.now();
  }

  hasFailedSince(time: number): boolean {
    return this.#lastFailureAt >= time;
  }

  get(keys: readonly string[]): Promise<readonly (string | null)[] | undefined> {
    return this.#run(`get ${keys.map(kindOf).join(' ')}`, () => keys.map((key) => this.#redis.get(key)));
  }

  async set(key: string, value: string, ttlMs: number): Promise<boolean> {
    const isConfirmed = await this.#run(`set ${kindOf(key)}`, () => {
      this.#redis.set(key, value, ttlMs);
      return true;
    });
    return isConfirmed ?? false;
  }

  async acquireLease(key: string, owner: string, leaseMs: number): Promise<string | undefined> {
    return this.#run('acquire lease', () => {
      const holder = this.#redis.get(key);
      if (holder === null) this.#redis.set(key, owner, leaseMs);
      return holder ?? owner;
    });
  }

  async extendLease(key: string, owner: string, leaseMs: number): Promise<void> {
    await this.#run('extend lease', () => {
      if (this.#redis.get(key) === owner) this.#redis.set(key, owner, leaseMs);
    });
  }

  async releaseLease(key: string, owner: string): Promise<void> {
    await this.#run('release lease', () => {
      if (this.#redis.get(key) === owner) this.#redis.delete(key);
    });
  }

  async #run<T>(label: string, command: () => T): Promise<T | undefined> {
    if (this.#owner.crashed) return new Promise<never>(() => undefined);
    const now = performance.now();
    if (now >= this.#retryAt) {
      if (this.#retryAt > 0) this.#retryAt = now + pauseMs;
      let response: T | undefined;
      await this.#world.arrival(this.#owner, `store: ${label}`, latencyMs, () => {
        if (this.state === 'up' || this.state === 'loses responses') response = command();
      });
      const { state } = this;
      if (state === 'up') {
        this.#retryAt = 0;
        return response;
      }
      if (state !== 'refuses') {
        await this.#world.sleep(now + timeoutMs - performance.now());
        await this.#world.arrival(this.#owner, 'store: timeout');
      }
      this.#retryAt = performance.now() + pauseMs;
    }
    this.noteFailure();
    return undefined;
  }
}

const kindOf = (key: string): string => key.slice(0, key.indexOf(':'));
