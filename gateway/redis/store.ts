import { setTimeout as pause } from 'node:timers/promises';
import { type Cluster, type Redis, ReplyError } from 'ioredis';
import type { RedisAddress } from '../config.ts';
import { createClient } from './client.ts';

/** A slower Redis counts as down: a browser is waiting for it. */
export const timeoutMs = 750;
/** Commands that wait for a response. */
const maxPending = 1_000;
/**
 * Commands that wait for their turn to be sent. More count as failed: the requests behind them wait in memory, even
 * when their clients have left.
 */
const maxWaiting = 1_000;
const connectMs = 2_000;
/** After a failure no command is sent for this long, then a single one: requests must not queue behind timeouts. */
export const pauseMs = 1_000;

export interface RedisObserver {
  /** A command failed, timed out or was not sent. */
  commandFailed(): void;
  /**
   * A connection was refused or lost, or the server rejected the login or a command, or did not respond. Called each
   * time.
   */
  redisFailed(reason: string): void;
}

/** Redis or Valkey. A failed command returns undefined and never throws, because Redis may go down at any moment. */
export class RedisStore {
  readonly #redis: Redis | Cluster;
  readonly #observer: RedisObserver;
  // Times are of `performance.now()`: the system clock may step back.
  #retryAt = 0;
  #lastFailureAt = Number.NEGATIVE_INFINITY;
  #pending = 0;
  /** Called in the order in which responses arrive. There are never more than commands that wait for one. */
  readonly #turns: (() => void)[] = [];
  #closed = false;

  constructor(address: RedisAddress, observer: RedisObserver) {
    this.#observer = observer;
    this.#redis = createClient(address);
    for (const event of ['error', 'node error']) {
      this.#redis.on(event, (error: Error & { code?: string }) => observer.redisFailed(describeError(error)));
    }
    // A failover may pass between two commands of this process, but not without a closed connection.
    for (const event of ['close', 'node error', '-node']) {
      this.#redis.on(event, () => {
        this.#lastFailureAt = performance.now();
      });
    }
    // ioredis gives up when a Sentinel announces the new master while it is connecting to the old one.
    this.#redis.on('end', () => {
      setTimeout(() => void this.connect(), pauseMs).unref();
    });
  }

  /** Waits for the connection or its failure, but not long: without Redis the gateway starts, too. */
  async connect(): Promise<void> {
    if (this.#closed) return;
    const connected = this.#redis.connect().catch(() => undefined);
    // Where no Sentinel names a master, ioredis keeps trying.
    await Promise.race([connected, pause(connectMs)]);
  }

  close(): void {
    this.#closed = true;
    this.#redis.disconnect();
  }

  /**
   * Whether a command has failed, or a connection was lost, since then.
   * @param time by the clock of `performance.now()`
   */
  hasFailedSince(time: number): boolean {
    return this.#lastFailureAt >= time;
  }

  async ping(): Promise<boolean> {
    return (await this.#run((redis) => redis.ping())) !== undefined;
  }

  async get(keys: readonly string[]): Promise<readonly (string | null)[] | undefined> {
    const values = await this.#run<unknown>((redis) =>
      // A cluster refuses a command with keys of several slots.
      redis.isCluster ? Promise.all(keys.map((key) => redis.get(key))) : redis.mget(...keys),
    );
    if (values === undefined) return undefined;
    return keys.map((_, index) => textOf(Array.isArray(values) ? values[index] : null));
  }

  /** Whether Redis has confirmed it. */
  async set(key: string, value: string, ttlMs: number): Promise<boolean> {
    return (await this.#run((redis) => redis.set(key, value, 'PX', ttlMs))) !== undefined;
  }

  /** Takes the lease unless it is taken. Returns the owner afterwards. */
  async acquireLease(key: string, owner: string, leaseMs: number): Promise<string | undefined> {
    const current = await this.#run<unknown>((redis) => redis.acquireLease(key, owner, leaseMs));
    return textOf(current) ?? undefined;
  }

  async extendLease(key: string, owner: string, leaseMs: number): Promise<void> {
    await this.#run((redis) => redis.extendLease(key, owner, leaseMs));
  }

  async releaseLease(key: string, owner: string): Promise<void> {
    await this.#run((redis) => redis.releaseLease(key, owner));
  }

  /**
   * Adds to a counter that expires after the window.
   * @returns the count and the milliseconds left; null while Redis is down
   */
  async addToCounter(
    key: string,
    windowMs: number,
    by: number,
  ): Promise<readonly [count: number, leftMs: number] | null> {
    return (await this.#run((redis) => redis.addToCounter(key, windowMs, by))) ?? null;
  }

  async #run<T>(command: (redis: Redis | Cluster) => Promise<T>): Promise<T | undefined> {
    while (this.#pending >= maxPending && this.#turns.length < maxWaiting)
      await new Promise<void>((resolve) => this.#turns.push(resolve));
    const now = performance.now();
    if (now >= this.#retryAt && this.#pending < maxPending) {
      this.#pending += 1;
      if (this.#retryAt > 0) this.#retryAt = now + pauseMs;
      try {
        const response = await withTimeout(command(this.#redis));
        this.#retryAt = 0;
        return response;
      } catch (error) {
        // Lost connections have been noted, with a better reason.
        const isOfServer = error instanceof ReplyError || error instanceof SlowRedisError;
        if (isOfServer) this.#observer.redisFailed(describeError(error as Error));
        this.#retryAt = performance.now() + pauseMs;
      } finally {
        this.#pending -= 1;
        this.#turns.shift()?.();
      }
    }
    this.#lastFailureAt = performance.now();
    this.#observer.commandFailed();
    return undefined;
  }
}

/** Without the arguments of a command, which a server may quote: a password is one. */
const describeError = ({ message, code }: Error & { code?: string }): string =>
  message.replace(/, with args.*/s, '') || String(code);

/** What a server should not send counts as absent: a request that read it would fail. */
const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null);

class SlowRedisError extends Error {}

/** Rejects a late response. If this process was late, the response has arrived by now and wins. */
function withTimeout<T>(response: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(
      () => setImmediate(reject, new SlowRedisError(`no response within ${timeoutMs} ms`)),
      timeoutMs,
    );
    response.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
