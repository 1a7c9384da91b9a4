import { Redis } from 'ioredis';

/** A slower Redis counts as away: a browser waits for it. */
const patienceMs = 750;
/** After a failure nobody asks for this long, and then one command alone: requests must not queue up behind timeouts. */
const pauseMs = 1_000;

const takeLease =
  "if redis.call('set', KEYS[1], ARGV[1], 'NX', 'PX', ARGV[2]) then return ARGV[1] end return redis.call('get', KEYS[1])";
const renewLease =
  "if redis.call('get', KEYS[1]) == ARGV[1] then return redis.call('pexpire', KEYS[1], ARGV[2]) end return 0";
const endLease = "if redis.call('get', KEYS[1]) == ARGV[1] then return redis.call('del', KEYS[1]) end return 0";
const countUp =
  "local n = redis.call('incrby', KEYS[1], ARGV[2]) if n == tonumber(ARGV[2]) then redis.call('pexpire', KEYS[1], ARGV[1]) end return {n, redis.call('pttl', KEYS[1])}";

/** Redis or Valkey as something that may be away at any moment: a failed command is `undefined`, never an exception. */
export class SharedRedis {
  readonly #redis: Redis;
  readonly #onFailure: () => void;
  #askAgainAt = 0;
  #failures = 0;

  constructor(url: string, onFailure: () => void) {
    this.#onFailure = onFailure;
    this.#redis = new Redis(url, {
      lazyConnect: true,
      connectTimeout: 1_000,
      commandTimeout: 10 * patienceMs,
      enableOfflineQueue: false,
      autoResendUnfulfilledCommands: false,
      maxRetriesPerRequest: 0,
      retryStrategy: (attempt) => Math.min(attempt * 100, 1_000),
      keyPrefix: 'skerry:',
    });
    // Without a listener ioredis prints; every failed command is counted where it is made.
    this.#redis.on('error', () => undefined);
  }

  /** Waits for the first connection, but not for a Redis that is away. */
  async connect(): Promise<void> {
    await this.#redis.connect().catch(() => undefined);
  }

  close(): void {
    this.#redis.disconnect();
  }

  /** How many commands have failed so far; one that stays the same says that Redis was there all the time. */
  get failures(): number {
    return this.#failures;
  }

  async ping(): Promise<boolean> {
    return (await this.#try((redis) => redis.ping())) !== undefined;
  }

  async get(keys: readonly string[]): Promise<readonly (string | null)[] | undefined> {
    return this.#try((redis) => redis.mget(...keys));
  }

  async set(key: string, value: string, ttlMs: number): Promise<void> {
    await this.#try((redis) => redis.set(key, value, 'PX', ttlMs));
  }

  /** Takes a lease unless somebody has it; the owner afterwards. */
  async takeLease(key: string, owner: string, leaseMs: number): Promise<string | undefined> {
    const answer = await this.#try((redis) => redis.eval(takeLease, 1, key, owner, leaseMs));
    return answer === undefined ? undefined : String(answer);
  }

  async renewLease(key: string, owner: string, leaseMs: number): Promise<void> {
    await this.#try((redis) => redis.eval(renewLease, 1, key, owner, leaseMs));
  }

  async endLease(key: string, owner: string): Promise<void> {
    await this.#try((redis) => redis.eval(endLease, 1, key, owner));
  }

  /** Adds to a counter that ends by itself; null when Redis is away. */
  async count(key: string, windowMs: number, by: number): Promise<readonly [count: number, leftMs: number] | null> {
    const answer = await this.#try((redis) => redis.eval(countUp, 1, key, windowMs, by));
    return Array.isArray(answer) ? [Number(answer[0]), Number(answer[1])] : null;
  }

  async #try<T>(command: (redis: Redis) => Promise<T>): Promise<T | undefined> {
    const now = Date.now();
    if (now >= this.#askAgainAt) {
      if (this.#askAgainAt > 0) this.#askAgainAt = now + pauseMs;
      try {
        const answer = await inTime(command(this.#redis));
        this.#askAgainAt = 0;
        return answer;
      } catch {
        this.#askAgainAt = Date.now() + pauseMs;
      }
    }
    this.#failures += 1;
    this.#onFailure();
    return undefined;
  }
}

/** Rejects when the answer is late, unless it is this process that was: then the answer lies there, unread. */
function inTime<T>(answer: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => setImmediate(reject, new Error('Redis is slow')), patienceMs);
    answer.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
