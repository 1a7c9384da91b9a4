import { pino } from 'pino';
import { Registry } from 'prom-client';
import { afterAll, afterEach, beforeAll } from 'vitest';
import { readConfig } from '../../../gateway/config.ts';
import { createErrorReports } from '../../../gateway/operations/error-reports.ts';
import { createTelemetry } from '../../../gateway/operations/telemetry.ts';
import { RedisStore } from '../../../gateway/redis/store.ts';
import { CoordinationStore } from '../../../gateway/session/coordination-store.ts';
import { RefreshCoordinator } from '../../../gateway/session/refresh-coordinator.ts';
import { RefreshLineage } from '../../../gateway/session/refresh-lineage.ts';
import type { RefreshResult } from '../../../gateway/session/token-refresher.ts';
import type { CallContext } from '../../../gateway/upstream/request-headers.ts';
import { demoEnvironment } from '../../../scripts/demo-environment.ts';
import { startRedis, type TestRedis, unobserved } from '../../support/redis.ts';

// Replicas of the coordinator with one real Redis, for the tests of refreshes and of ends.

export let redis: TestRedis;
const stores: RedisStore[] = [];
let tokens = 0;

/** Starts Redis for the tests of a file. Each file calls it: files may share this module. */
export function shareOneRedis(): void {
  beforeAll(async () => {
    redis = await startRedis();
  });
  afterAll(() => redis.close());
  afterEach(() => {
    for (const store of stores.splice(0)) store.close();
  });
}

export const network = '192.0.2.1';
export const contextOf = (more: Partial<CallContext>) =>
  ({ traceId: 'trace', clientAddress: network, network, ...more }) as CallContext;
export const context = contextOf({});
/** A pair that no other test uses. */
export const nextPair = () => {
  tokens += 1;
  return { access: `access-${tokens}`, refresh: `refresh-${tokens}` };
};
export const refreshed = (pair: { access: string; refresh: string | null }): RefreshResult => ({
  kind: 'refreshed',
  tokens: pair,
});
export const refused: RefreshResult = { kind: 'refused', body: '{"code":16}' };
export const failed: RefreshResult = { kind: 'failed', cause: 'timed out' };

interface Commands {
  acquired: number;
  extended: number;
  reading: number;
  /** The highest number of `reading`. */
  mostReading: number;
  beforeGet: () => Promise<unknown>;
  beforeAcquire: () => Promise<unknown>;
  beforeRelease: () => Promise<unknown>;
  beforeClaim: (key: string) => Promise<unknown>;
  /** Replaces the time of the store's last failure. */
  failedAt: number;
}

/** Counts what the coordinator sends, and lets a test act between two commands. */
class ObservedStore extends CoordinationStore {
  readonly #commands: Commands;

  constructor(store: RedisStore, commands: Commands) {
    super(store);
    this.#commands = commands;
  }

  override hasFailedSince(time: number): boolean {
    return this.#commands.failedAt >= time;
  }

  override async get(...keys: readonly string[]): Promise<readonly (string | null)[]> {
    const commands = this.#commands;
    commands.reading += 1;
    commands.mostReading = Math.max(commands.mostReading, commands.reading);
    try {
      await commands.beforeGet();
      return await super.get(...keys);
    } finally {
      commands.reading -= 1;
    }
  }

  override async acquireLease(...lease: Parameters<CoordinationStore['acquireLease']>): Promise<string> {
    this.#commands.acquired += 1;
    await this.#commands.beforeAcquire();
    return super.acquireLease(...lease);
  }

  override async claim(...claim: Parameters<CoordinationStore['claim']>): Promise<boolean> {
    await this.#commands.beforeClaim(claim[0]);
    return super.claim(...claim);
  }

  override async extendLease(...lease: Parameters<CoordinationStore['extendLease']>): Promise<void> {
    this.#commands.extended += 1;
    await super.extendLease(...lease);
  }

  override async releaseLease(...lease: Parameters<CoordinationStore['releaseLease']>): Promise<void> {
    await this.#commands.beforeRelease();
    await super.releaseLease(...lease);
  }
}

/** A replica with the real store; `respond` replaces the upstream. */
export async function startReplica(
  respond: (refreshToken: string) => RefreshResult | Promise<RefreshResult>,
  waitMs = 2_000,
) {
  const sent: string[] = [];
  const contexts: unknown[] = [];
  const lines: string[] = [];
  const registry = new Registry();
  const config = readConfig(demoEnvironment({ port: 1, sandboxPort: 2, adminPort: 3 }));
  const store = new RedisStore({ kind: 'server', url: redis.url }, unobserved);
  stores.push(store);
  await store.connect();
  const nothing = async () => undefined;
  const redisCommands: Commands = {
    acquired: 0,
    extended: 0,
    reading: 0,
    mostReading: 0,
    beforeGet: nothing,
    beforeAcquire: nothing,
    beforeRelease: nothing,
    beforeClaim: nothing,
    failedAt: Number.NEGATIVE_INFINITY,
  };
  const shared = new ObservedStore(store, redisCommands);
  const lineage = new RefreshLineage(shared);
  const telemetry = createTelemetry({
    registry,
    logger: pino({}, { write: (line: string) => lines.push(line) }),
    errorReports: createErrorReports(config),
    cookieKeys: config.cookieKeys,
  });
  const coordinator = new RefreshCoordinator({
    lineage,
    store: shared,
    telemetry,
    sendRefresh: async (refreshToken, sentWith) => {
      sent.push(refreshToken);
      contexts.push(sentWith);
      return respond(refreshToken);
    },
    waitMs,
  });
  const countsOf = async (metric: string) =>
    [...(await registry.metrics()).matchAll(/^(\w+)\{outcome="([^"]+)"\} ([1-9]\d*)$/gm)]
      .filter(([, name]) => name === metric)
      .map(([, , outcome, count]) => `${outcome} ${count}`);
  const outcomes = () => countsOf('gateway_refreshes_total');
  const revocations = () => countsOf('gateway_revocations_total');
  const parts = { coordinator, lineage, shared, telemetry };
  return { ...parts, sent, contexts, lines, outcomes, revocations, redisCommands };
}

export function createDeferred<T>() {
  let resolve: (value: T) => void = () => undefined;
  const promise = new Promise<T>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}
