import { Redis, type Result } from 'ioredis';

declare module 'ioredis' {
  interface RedisCommander<Context> {
    acquireLease(key: string, owner: string, leaseMs: number): Result<string | null, Context>;
    extendLease(key: string, owner: string, leaseMs: number): Result<number, Context>;
    releaseLease(key: string, owner: string): Result<number, Context>;
    addToCounter(key: string, windowMs: number, by: number): Result<[count: number, leftMs: number], Context>;
  }
}

const scripts = {
  acquireLease: {
    numberOfKeys: 1,
    lua: `if redis.call('set', KEYS[1], ARGV[1], 'NX', 'PX', ARGV[2]) then return ARGV[1] end
          return redis.call('get', KEYS[1])`,
  },
  extendLease: {
    numberOfKeys: 1,
    lua: `if redis.call('get', KEYS[1]) == ARGV[1] then return redis.call('pexpire', KEYS[1], ARGV[2]) end
          return 0`,
  },
  releaseLease: {
    numberOfKeys: 1,
    lua: `if redis.call('get', KEYS[1]) == ARGV[1] then return redis.call('del', KEYS[1]) end
          return 0`,
  },
  addToCounter: {
    numberOfKeys: 1,
    lua: `local n = redis.call('incrby', KEYS[1], ARGV[2])
          if n == tonumber(ARGV[2]) then redis.call('pexpire', KEYS[1], ARGV[1]) end
          return {n, redis.call('pttl', KEYS[1])}`,
  },
};

/** A slower Redis counts as down: a browser is waiting for it. */
const timeoutMs = 750;
/** After a failure no command is sent for this long, then a single one: requests must not queue behind timeouts. */
const pauseMs = 1_000;

/** Redis or Valkey. A failed command returns undefined and never throws, because Redis may go down at any moment. */
export class RedisStore {
  readonly #redis: Redis;
  readonly #onFailure: () => void;
  #retryAt = 0;
  #failures = 0;

  constructor(url: string, onFailure: () => void) {
    this.#onFailure = onFailure;
    this.#redis = new Redis(url, {
      scripts,
      lazyConnect: true,
      connectTimeout: 1_000,
      commandTimeout: 10 * timeoutMs,
      enableOfflineQueue: false,
      autoResendUnfulfilledCommands: false,
      maxRetriesPerRequest: 0,
      retryStrategy: (attempt) => Math.min(attempt * 100, 1_000),
      keyPrefix: 'skerry:',
    });
    // Without a listener ioredis prints errors. Failed commands are counted in #run.
    this.#redis.on('error', () => undefined);
  }

  /** Waits for the first connection, or for its failure. */
  async connect(): Promise<void> {
    await this.#redis.connect().catch(() => undefined);
  }

  close(): void {
    this.#redis.disconnect();
  }

  /** The number of failed commands so far. */
  get failures(): number {
    return this.#failures;
  }

  async ping(): Promise<boolean> {
    return (await this.#run((redis) => redis.ping())) !== undefined;
  }

  get(keys: readonly string[]): Promise<readonly (string | null)[] | undefined> {
    return this.#run((redis) => redis.mget(...keys));
  }

  async set(key: string, value: string, ttlMs: number): Promise<void> {
    await this.#run((redis) => redis.set(key, value, 'PX', ttlMs));
  }

  /** Takes the lease unless it is taken. Returns the owner afterwards. */
  async acquireLease(key: string, owner: string, leaseMs: number): Promise<string | undefined> {
    return (await this.#run((redis) => redis.acquireLease(key, owner, leaseMs))) ?? undefined;
  }

  async extendLease(key: string, owner: string, leaseMs: number): Promise<void> {
    await this.#run((redis) => redis.extendLease(key, owner, leaseMs));
  }

  async releaseLease(key: string, owner: string): Promise<void> {
    await this.#run((redis) => redis.releaseLease(key, owner));
  }

  /** Adds to a counter that expires after the window; null while Redis is down. */
  async addToCounter(
    key: string,
    windowMs: number,
    by: number,
  ): Promise<readonly [count: number, leftMs: number] | null> {
    return (await this.#run((redis) => redis.addToCounter(key, windowMs, by))) ?? null;
  }

  async #run<T>(command: (redis: Redis) => Promise<T>): Promise<T | undefined> {
    const now = Date.now();
    if (now >= this.#retryAt) {
      if (this.#retryAt > 0) this.#retryAt = now + pauseMs;
      try {
        const response = await withTimeout(command(this.#redis));
        this.#retryAt = 0;
        return response;
      } catch {
        this.#retryAt = Date.now() + pauseMs;
      }
    }
    this.#failures += 1;
    this.#onFailure();
    return undefined;
  }
}

/** Rejects a late response. If this process was late, the response has arrived by now and wins. */
function withTimeout<T>(response: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => setImmediate(reject, new Error('Redis is slow')), timeoutMs);
    response.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
