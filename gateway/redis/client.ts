import { Cluster, Redis, type Result } from 'ioredis';
import type { RedisAddress } from '../config.ts';

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

/** Frees what a command that never gets a response holds; no request waits this long. */
const commandTimeoutMs = 7_500;

const common = {
  scripts,
  lazyConnect: true,
  enableOfflineQueue: false,
  keyPrefix: 'skerry:',
} as const;

const connection = {
  connectTimeout: 1_000,
  commandTimeout: commandTimeoutMs,
  // A connection that a firewall has forgotten stays open, without responses.
  socketTimeout: 5_000,
  autoResendUnfulfilledCommands: false,
  maxRetriesPerRequest: 0,
  retryStrategy: (attempt: number) => Math.min(attempt * 100, 1_000),
} as const;

/**
 * Follows a failover that leaves the old master's connection open. Before version 7, a script's error quotes this one.
 */
const reconnectOnError = ({ message }: Error) => /^READONLY |-READONLY /.test(message);

/** Does not connect yet. */
export function createClient(address: RedisAddress): Redis | Cluster {
  if (address.kind === 'server') return new Redis(address.url, { ...common, ...connection, reconnectOnError });
  const { username, password, tls, nodes } = address;
  const login = {
    ...(username && { username }),
    ...(password && { password }),
    ...(tls && { tls: {} }),
  };
  if (address.kind === 'cluster') {
    const { retryStrategy: clusterRetryStrategy, ...redisOptions } = connection;
    return new Cluster([...nodes], {
      ...common,
      clusterRetryStrategy,
      redisOptions: { ...redisOptions, ...login },
      slotsRefreshTimeout: 1_000,
      slotsRefreshInterval: 5_000,
      // A managed cluster's certificate is for its name: do not look up addresses first.
      ...(tls && { dnsLookup: (host: string, done: (error: null, address: string) => void) => done(null, host) }),
    });
  }
  return new Redis({
    ...common,
    ...connection,
    ...login,
    sentinels: [...nodes],
    name: address.name,
    // `tls` and the first option are for the servers, the second one for the Sentinels.
    ...(tls && { enableTLSForSentinelMode: true, sentinelTLS: {} }),
    sentinelRetryStrategy: connection.retryStrategy,
    sentinelCommandTimeout: 1_000,
    failoverDetector: true,
    reconnectOnError,
  });
}
