import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { ReservedBudget, type ReservedLimits } from '../http/network-budget.ts';
import type { RevocationOutcome, Telemetry } from '../operations/telemetry.ts';
import type { CallContext } from '../upstream/request-headers.ts';
import type { CoordinationStore } from './coordination-store.ts';
import type { RefreshLineage } from './refresh-lineage.ts';
import { open, seal } from './seal.ts';
import { hashToken, sealingKey } from './token-keys.ts';
import { type RefreshResult, timedOut } from './token-refresher.ts';
import type { HeldTokens, RefreshableTokens, TokenPair, Tokens } from './tokens.ts';

/** `session ended`: the session ended before its refresh finished. */
export type RefreshOutcome = RefreshResult | { readonly kind: 'session ended' };

export type HandOverOutcome =
  | { readonly kind: 'handed over'; readonly tokens: Tokens }
  | Exclude<RefreshOutcome, { readonly kind: 'refreshed' }>;

interface Lease {
  /** Holds the lease now. */
  readonly attempt: string;
  /** Held the lease while this attempt waited; null if none did. */
  readonly peer: string | null;
}

// A killed replica delays the others this long. A running refresh extends its lease.
const leaseMs = 3_000;
const extendEveryMs = 1_000;
const pollEveryMs = 40;
/** With more, each asks less often: Redis gets 2,500 of these commands a second at most. */
const fastPollers = 100;
const outcomeMs = 10_000;
/**
 * Tokens of the hand-overs under way, with what each takes beside them. They wait for turns, and for a refresh that
 * hangs, also when their clients have left. docs/decisions/007-bounds.md
 */
const handOverBytes: ReservedLimits = {
  shared: [2 * 1024 * 1024, 1024 * 1024],
  reserve: [2 * 1024 * 1024, 128 * 1024],
};
const handOverObjectBytes = 4_096;
/** The same of refreshes, which go on without the calls that have started them. */
const refreshBytes: ReservedLimits = {
  shared: [4 * 1024 * 1024, 2 * 1024 * 1024],
  reserve: [4 * 1024 * 1024, 256 * 1024],
};
const refreshObjectBytes = 4_096;

export interface RefreshCoordinatorOptions {
  readonly lineage: RefreshLineage;
  readonly store: CoordinationStore;
  readonly telemetry: Telemetry;
  /** Sends the refresh. Never rejects, has its own timeout. Calls `onOverdue` when no request should wait longer. */
  readonly sendRefresh: (refreshToken: string, context: CallContext, onOverdue: () => void) => Promise<RefreshResult>;
  /** How long a request waits for another replica. */
  readonly waitMs: number;
}

/** Runs one refresh at a time for each refresh token, in this process and across replicas. decisions.md §3, Refresh */
export class RefreshCoordinator {
  readonly #running = new Map<string, Promise<RefreshOutcome>>();
  readonly #revoking = new Map<string, Promise<RevocationOutcome>>();
  readonly #handOvers = new ReservedBudget(handOverBytes);
  readonly #refreshes = new ReservedBudget(refreshBytes);
  /** How many attempts wait for a lease. */
  #waiting = 0;
  readonly #options: RefreshCoordinatorOptions;

  constructor(options: RefreshCoordinatorOptions) {
    this.#options = options;
  }

  /**
   * New tokens for rejected ones. Continues when the client that started it disconnects.
   * @param rejected an access token that the upstream rejected, if there was one, and the refresh token
   */
  async refresh(rejected: RefreshableTokens, context: CallContext): Promise<RefreshOutcome> {
    const { lineage } = this.#options;
    const { ended, successor } = await lineage.read(rejected.refresh, context, rejected.access);
    if (ended) return this.#count({ kind: 'session ended' });
    const newer = newerTokens(successor, rejected);
    if (newer) return this.#count({ kind: 'refreshed', tokens: newer }, 'late');
    // The successor's access token is the rejected one: refresh again, with the successor's refresh token.
    const newest = { access: rejected.access, refresh: successor?.refresh ?? rejected.refresh };
    const tokenHash = hashToken(newest.refresh);
    const running = this.#running.get(tokenHash);
    if (running) return running;
    const bytes = refreshObjectBytes + newest.refresh.length + (newest.access?.length ?? 0);
    const release = this.#refreshes.take(context.network, bytes);
    if (!release) return this.#count({ kind: 'failed', cause: 'too many waiting' });
    const started = this.#start(newest, tokenHash, context, release);
    this.#running.set(tokenHash, started);
    return started;
  }

  /**
   * Requests of this replica that wait for an overdue refresh get a 504. The refresh goes on as `finished`, and later
   * requests wait for its result.
   */
  #start(
    rejected: RefreshableTokens,
    tokenHash: string,
    context: CallContext,
    release: () => void,
  ): Promise<RefreshOutcome> {
    return new Promise((resolve, reject) => {
      const onOverdue = () => {
        this.#running.set(tokenHash, finished);
        resolve(this.#count(timedOut));
      };
      const refresh = async () => {
        const outcome = await this.#refreshUnderLease(rejected, tokenHash, context, onOverdue);
        return this.#confirmRefusal(rejected.refresh, outcome);
      };
      const finished = this.#options.lineage.keepEnd(rejected.refresh, refresh).finally(() => {
        this.#running.delete(tokenHash);
        release();
      });
      finished.then(resolve, reject);
    });
  }

  /**
   * Spends the newest refresh token of an ended session, so that copies of it are worthless, and discards the new pair.
   * Waits for a refresh that is already running: it may do the same, or find that the session has ended.
   */
  async revoke(refreshToken: string, context: CallContext): Promise<RevocationOutcome> {
    const newest = await this.#options.lineage.newestRefreshToken(refreshToken);
    const tokenHash = hashToken(newest);
    // An overdue refresh replaces its promise in the map.
    while (this.#running.has(tokenHash)) await this.#running.get(tokenHash);
    const revoking =
      this.#revoking.get(tokenHash) ??
      this.#revokeUnderLease(newest, tokenHash, context).finally(() => this.#revoking.delete(tokenHash));
    this.#revoking.set(tokenHash, revoking);
    return revoking;
  }

  /**
   * Ends the session here and returns its newest pair, for another program to go on with. Waits for a refresh that is
   * running, and refreshes a session without an access token first. Afterwards, nothing here spends the refresh token.
   * @param isWanted whether the client is still connected; if it is not, the session stays here
   * @param held what is in the browser's cookies
   */
  async handOver(held: RefreshableTokens, context: CallContext, isWanted: () => boolean): Promise<HandOverOutcome> {
    const bytes = handOverObjectBytes + held.refresh.length + (held.access?.length ?? 0);
    const release = this.#handOvers.take(context.network, bytes);
    if (!release) return { kind: 'failed', cause: 'too many waiting' };
    try {
      return await this.#options.lineage.keepEnd(held.refresh, () => this.#handOver(held, context, isWanted));
    } finally {
      release();
    }
  }

  async #handOver(held: RefreshableTokens, context: CallContext, isWanted: () => boolean): Promise<HandOverOutcome> {
    for (let known = held; ; ) {
      const { ended, successor } = await this.#options.lineage.read(known.refresh, context, known.access);
      if (ended) return { kind: 'session ended' };
      const access = successor?.access ?? known.access;
      const refresh = successor?.refresh ?? known.refresh;
      const tokenHash = hashToken(refresh);
      if (access === null || this.#running.has(tokenHash)) {
        const outcome = await this.refresh({ access, refresh }, context);
        if (outcome.kind !== 'refreshed') return outcome;
        known = { access: outcome.tokens.access, refresh: outcome.tokens.refresh ?? refresh };
        continue;
      }
      const tokens = { access, refresh };
      const handingOver = this.#handOverUnderLease(tokens, held.refresh, context, isWanted);
      // Requests that wait for it get the newer pair, or learn that the session has ended.
      const running = handingOver
        .then((outcome): RefreshOutcome => (outcome === 'handed over' ? { kind: 'session ended' } : outcome))
        .finally(() => this.#running.delete(tokenHash));
      this.#running.set(tokenHash, running);
      // `running` has removed itself from the map before the line below continues.
      await running;
      const outcome = await handingOver;
      if (outcome === 'handed over') return { kind: 'handed over', tokens };
      if (outcome.kind !== 'refreshed') return outcome;
      known = tokens;
    }
  }

  /** Waits for all running refreshes. */
  async settled(): Promise<void> {
    // An overdue refresh replaces its promise in the map.
    while (this.#running.size > 0) await Promise.allSettled(this.#running.values());
  }

  async #refreshUnderLease(
    rejected: RefreshableTokens,
    tokenHash: string,
    context: CallContext,
    onOverdue: () => void,
  ): Promise<RefreshOutcome> {
    const { lineage, store, sendRefresh, waitMs } = this.#options;
    // If Redis failed while another replica could still be refreshing, this one may not see the new pair.
    const since = performance.now() - waitMs;
    const coordination = context.span?.startChild('coordination', 'internal');
    const outcome = await this.#underLease(tokenHash, async ({ attempt, peer }) => {
      coordination?.end();
      // Another replica may have refreshed the token in the meantime.
      const { ended, successor } = await lineage.read(rejected.refresh, context);
      if (ended) return this.#count({ kind: 'session ended' });
      const newer = newerTokens(successor, rejected);
      if (newer) return this.#count({ kind: 'refreshed', tokens: newer }, 'late');
      const peerOutcome = peer && (await this.#readPeerOutcome(peer, rejected.refresh));
      if (peerOutcome) {
        // The replica that waits for this lease looks for the outcome under this attempt.
        await this.#publishOutcome(attempt, rejected.refresh, peerOutcome, context.network);
        return peerOutcome;
      }
      // Outlives the lease: records which attempt was the first to begin a refresh that has left no result.
      const firstAttempt = await store.acquireLease(begunKey(tokenHash), attempt, waitMs);
      const span = context.span?.startChild('refresh', 'internal') ?? null;
      const result = await sendRefresh(rejected.refresh, { ...context, span }, onOverdue);
      span?.end({ outcome: result.kind });
      // A peer that left no result was killed or cut off from Redis, and may have spent the token.
      const mayBeSpent = () => peer !== null || firstAttempt !== attempt || store.hasFailedSince(since);
      const settled = await this.#settle(rejected, result, context, mayBeSpent);
      await this.#publishOutcome(attempt, rejected.refresh, settled, context.network);
      await store.releaseLease(begunKey(tokenHash), attempt);
      return this.#count(settled);
    });
    if (outcome !== null) return outcome;
    coordination?.end();
    return this.#count(timedOut);
  }

  /**
   * A new sign-in may have ended the session in the meantime: nothing may clear its cookies. Read once for all requests
   * that share the refusal, so that all of them respond now.
   */
  async #confirmRefusal(refreshToken: string, outcome: RefreshOutcome): Promise<RefreshOutcome> {
    const hasEnded = outcome.kind === 'refused' && (await this.#options.lineage.read(refreshToken)).ended;
    return hasEnded ? { kind: 'session ended' } : outcome;
  }

  async #revokeUnderLease(refreshToken: string, tokenHash: string, context: CallContext): Promise<RevocationOutcome> {
    const { lineage, sendRefresh } = this.#options;
    const outcome = await this.#underLease(tokenHash, async (): Promise<RevocationOutcome> => {
      if (await lineage.wasSpent(refreshToken)) return 'refreshing';
      // Since the sign-out began.
      const { isHandedOver, successor } = await lineage.read(refreshToken);
      if (isHandedOver) return 'handed over';
      // A replica that was killed may have recorded the new pair, and not that the old token is spent.
      if (successor !== null && successor.refresh !== refreshToken) return 'refreshing';
      const { kind } = await sendRefresh(refreshToken, context, () => undefined);
      if (kind === 'refreshed') await lineage.recordSpent(refreshToken, context.network);
      return kind === 'refreshed' || kind === 'refused' ? 'revoked' : 'failed';
    });
    return outcome ?? 'timed out';
  }

  /** Records the hand-over of this pair, unless another replica has refreshed it or ended its session meanwhile. */
  async #handOverUnderLease(
    pair: TokenPair,
    browserToken: string,
    context: CallContext,
    isWanted: () => boolean,
  ): Promise<RefreshOutcome | 'handed over'> {
    const { lineage } = this.#options;
    const { network } = context;
    const outcome = await this.#underLease(
      hashToken(pair.refresh),
      async (): Promise<RefreshOutcome | 'handed over'> => {
        const { ended, successor } = await lineage.read(pair.refresh, context);
        if (ended) return { kind: 'session ended' };
        const newer = newerTokens(successor, pair);
        if (newer) return { kind: 'refreshed', tokens: newer };
        if (!isWanted()) return timedOut;
        // Both: Redis may have forgotten that one replaced the other.
        for (const token of new Set([pair.refresh, browserToken])) await lineage.recordHandOver(token, network);
        return 'handed over';
      },
    );
    return outcome ?? timedOut;
  }

  /** Runs the task while this attempt holds the token's lease; null when the lease cannot be had in time. */
  async #underLease<T>(tokenHash: string, task: (held: Lease) => Promise<T>): Promise<T | null> {
    const { store } = this.#options;
    const key = leaseKey(tokenHash);
    const lease = await this.#acquireLease(key);
    if (lease === null) return null;
    const { attempt } = lease;
    const extending = setInterval(() => void store.extendLease(key, attempt, leaseMs), extendEveryMs);
    try {
      return await task(lease);
    } finally {
      clearInterval(extending);
      await store.releaseLease(key, attempt);
    }
  }

  /** Waits for the lease; null when that takes too long. */
  async #acquireLease(key: string): Promise<Lease | null> {
    const deadline = performance.now() + this.#options.waitMs;
    const attempt = randomUUID();
    let peer: string | null = null;
    this.#waiting += 1;
    try {
      for (;;) {
        const owner = await this.#options.store.acquireLease(key, attempt, leaseMs);
        if (owner === attempt) return { attempt, peer };
        peer = owner;
        if (performance.now() > deadline) return null;
        await sleep(pollEveryMs * Math.ceil(this.#waiting / fastPollers));
      }
    } finally {
      this.#waiting -= 1;
    }
  }

  /** Records new tokens before anyone uses them. Trusts a refusal only if no other replica can have spent the token. */
  async #settle(
    rejected: RefreshableTokens,
    result: RefreshResult,
    { traceId, network }: CallContext,
    mayBeSpent: () => boolean,
  ): Promise<RefreshOutcome> {
    const { lineage, telemetry } = this.#options;
    const { ended, successor } = await lineage.read(rejected.refresh, { network });
    if (ended) {
      // Before the lease is released: this replica may know it before Redis does.
      await lineage.recordEnd(rejected.refresh, network);
      if (result.kind === 'refreshed') await lineage.recordSpent(rejected.refresh, network);
      return { kind: 'session ended' };
    }
    if (result.kind === 'refreshed') {
      const tokens = { access: result.tokens.access, refresh: result.tokens.refresh ?? rejected.refresh };
      await lineage.recordRotation(rejected.refresh, tokens, network);
      telemetry.securityEvent('session refreshed', { traceId, session: rejected.refresh, next: tokens.refresh });
      return { kind: 'refreshed', tokens };
    }
    const newer = newerTokens(successor, rejected);
    if (newer) return { kind: 'refreshed', tokens: newer };
    if (result.kind !== 'refused') return result;
    if (mayBeSpent()) return { kind: 'failed', cause: 'token may be spent' };
    const wasSpent = await lineage.wasSpent(rejected.refresh);
    telemetry.securityEvent(wasSpent ? 'token reused' : 'refresh refused', { traceId, session: rejected.refresh });
    await lineage.recordRefusal(rejected.refresh, network);
    return result;
  }

  /** For replicas that wait for the lease now; later requests try again. New tokens are in the lineage already. */
  async #publishOutcome(attempt: string, refresh: string, outcome: RefreshOutcome, network: string): Promise<void> {
    if (outcome.kind === 'refreshed') return;
    const sealed = seal(sealingKey(refresh), 'outcome', JSON.stringify(outcome));
    await this.#options.store.set(outcomeKey(attempt), sealed, outcomeMs, network);
  }

  async #readPeerOutcome(attempt: string, refresh: string): Promise<RefreshOutcome | null> {
    const [sealed] = await this.#options.store.get(outcomeKey(attempt));
    const text = sealed ? open([sealingKey(refresh)], 'outcome', sealed) : null;
    return text === null ? null : (JSON.parse(text) as RefreshOutcome);
  }

  #count<Outcome extends RefreshOutcome>(outcome: Outcome, label: Outcome['kind'] | 'late' = outcome.kind): Outcome {
    this.#options.telemetry.refreshed(label);
    return outcome;
  }
}

const leaseKey = (tokenHash: string): string => `lease:${tokenHash}`;
const begunKey = (tokenHash: string): string => `begun:${tokenHash}`;
const outcomeKey = (attempt: string): string => `outcome:${attempt}`;

const newerTokens = (successor: Tokens | null, rejected: HeldTokens): Tokens | null =>
  successor?.access === rejected.access ? null : successor;
