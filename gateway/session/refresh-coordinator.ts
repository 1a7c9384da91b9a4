import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { codes } from '#shared/problem.ts';
import { Problem } from '../http/problem.ts';
import type { RevocationOutcome, Telemetry } from '../operations/telemetry.ts';
import type { CallContext } from '../upstream/request-headers.ts';
import type { CoordinationStore } from './coordination-store.ts';
import { hashToken, type RefreshLineage, sealingKey } from './refresh-lineage.ts';
import type { RefreshFailure, RefreshResult } from './refresh-tokens.ts';
import { open, seal } from './seal.ts';
import type { HeldTokens, Tokens } from './tokens.ts';

/** `session ended`: the session was ended before its refresh finished. */
export type RefreshOutcome = RefreshResult | { readonly kind: 'session ended' };

/** What a refresh starts with: an access token that the upstream rejected, if there was one, and the refresh token. */
type Rejected = HeldTokens & { readonly refresh: string };

// A killed replica delays the others this long. A running refresh extends its lease.
const leaseMs = 3_000;
const extendEveryMs = 1_000;
const pollEveryMs = 40;
const outcomeMs = 10_000;

export interface RefreshCoordinatorOptions {
  readonly lineage: RefreshLineage;
  readonly store: CoordinationStore;
  readonly telemetry: Telemetry;
  /** Sends the refresh. Never rejects, and ends within its own timeout. */
  readonly refresh: (refreshToken: string, context: CallContext) => Promise<RefreshResult>;
  /** How long a request waits for another replica. */
  readonly waitMs: number;
}

/** Runs one refresh at a time for each refresh token, in this process and across replicas. decisions.md §3, Refresh */
export class RefreshCoordinator {
  readonly #running = new Map<string, Promise<RefreshOutcome>>();
  readonly #options: RefreshCoordinatorOptions;

  constructor(options: RefreshCoordinatorOptions) {
    this.#options = options;
  }

  /** New tokens for rejected ones. Continues when the client that started it disconnects. */
  async refresh(rejected: Rejected, context: CallContext): Promise<RefreshOutcome> {
    const { ended, successor } = await this.#options.lineage.resolve(rejected);
    if (ended) return this.#count({ kind: 'session ended' });
    const newer = newerTokens(successor, rejected);
    if (newer) return this.#count({ kind: 'renewed', tokens: newer }, 'late');
    // The lineage may end at the access token that was just rejected. Its refresh token is the newest one.
    const newest = { access: rejected.access, refresh: successor?.refresh ?? rejected.refresh };
    const name = hashToken(newest.refresh);
    const running =
      this.#running.get(name) ??
      this.#refreshUnderLease(newest, name, context).finally(() => this.#running.delete(name));
    this.#running.set(name, running);
    return running;
  }

  /**
   * Uses up the newest refresh token of an ended session, so that copies of it are worthless, and discards the new pair. A refresh
   * that is already running does the same.
   */
  async revoke(refreshToken: string, context: CallContext): Promise<RevocationOutcome> {
    const { lineage, store, refresh } = this.#options;
    const { successor } = await lineage.resolve({ access: null, refresh: refreshToken });
    const newest = successor?.refresh ?? refreshToken;
    const name = hashToken(newest);
    const lease = leaseKey(name);
    const attempt = randomUUID();
    if (this.#running.has(name)) return 'refreshing';
    if ((await store.acquireLease(lease, attempt, leaseMs)) !== attempt) return 'refreshing';
    try {
      const { kind } = await refresh(newest, context);
      return kind === 'renewed' || kind === 'refused' ? 'revoked' : 'failed';
    } finally {
      await store.releaseLease(lease, attempt);
    }
  }

  /** Whether the session's newest pair is being refreshed, by this replica or another one. */
  async isRefreshing(held: HeldTokens): Promise<boolean> {
    const { successor } = await this.#options.lineage.resolve(held);
    const refresh = successor?.refresh ?? held.refresh;
    if (refresh === null) return false;
    const name = hashToken(refresh);
    const [owner] = await this.#options.store.get(leaseKey(name));
    return this.#running.has(name) || typeof owner === 'string';
  }

  /** Waits until all running refreshes have ended. */
  async settled(): Promise<void> {
    await Promise.allSettled(this.#running.values());
  }

  async #refreshUnderLease(rejected: Rejected, name: string, context: CallContext): Promise<RefreshOutcome> {
    const { lineage, store, refresh } = this.#options;
    // Another replica may have begun its refresh before a failure that this one has only just recovered from.
    const since = Date.now() - this.#options.waitMs;
    const attempt = randomUUID();
    const lease = leaseKey(name);
    const coordination = context.span?.startChild('coordination', 'internal');
    const acquired = await this.#acquireLease(lease, attempt).finally(() => coordination?.end());
    if (acquired === null) return this.#count({ kind: 'failed', cause: 'timed out' });
    const extending = setInterval(() => void store.extendLease(lease, attempt, leaseMs), extendEveryMs);
    try {
      // Another replica may have refreshed the token in the meantime.
      const { ended, successor } = await lineage.resolve(rejected);
      if (ended) return this.#count({ kind: 'session ended' });
      const newer = newerTokens(successor, rejected);
      if (newer) return this.#count({ kind: 'renewed', tokens: newer }, 'late');
      const peerOutcome = acquired.peer && (await this.#readPeerOutcome(acquired.peer, rejected.refresh));
      if (peerOutcome) return peerOutcome;
      const span = context.span?.startChild('refresh', 'internal') ?? null;
      const result = await refresh(rejected.refresh, { ...context, span });
      span?.end({ outcome: result.kind });
      const outcome = await this.#settle(rejected, result, context, () => store.hasFailedSince(since));
      await this.#publishOutcome(attempt, rejected.refresh, outcome);
      return this.#count(outcome);
    } finally {
      clearInterval(extending);
      await store.releaseLease(lease, attempt);
    }
  }

  /** Waits for the lease; null when that takes too long. `peer` is the attempt that held it before, if one did. */
  async #acquireLease(lease: string, attempt: string): Promise<{ readonly peer: string | null } | null> {
    const deadline = Date.now() + this.#options.waitMs;
    let peer: string | null = null;
    for (;;) {
      const owner = await this.#options.store.acquireLease(lease, attempt, leaseMs);
      if (owner === attempt) return { peer };
      peer = owner;
      if (Date.now() > deadline) return null;
      await sleep(pollEveryMs);
    }
  }

  /** Records new tokens before anyone uses them. Trusts a refusal only if no other replica can have used the token. */
  async #settle(
    rejected: Rejected,
    result: RefreshResult,
    { traceId }: CallContext,
    redisFailed: () => boolean,
  ): Promise<RefreshOutcome> {
    const { lineage, telemetry } = this.#options;
    const { ended, successor } = await lineage.resolve(rejected);
    if (ended) return { kind: 'session ended' };
    if (result.kind === 'renewed') {
      const tokens = { access: result.tokens.access, refresh: result.tokens.refresh ?? rejected.refresh };
      await lineage.recordRotation(rejected.refresh, tokens);
      telemetry.securityEvent('session renewed', { traceId, session: rejected.refresh, next: tokens.refresh });
      return { kind: 'renewed', tokens };
    }
    const newer = newerTokens(successor, rejected);
    if (newer) return { kind: 'renewed', tokens: newer };
    if (result.kind !== 'refused') return result;
    if (redisFailed()) return { kind: 'failed', cause: 'redis away' };
    if (await lineage.wasRotated(rejected.refresh)) {
      telemetry.securityEvent('token reused', { traceId, session: rejected.refresh });
    }
    return result;
  }

  /** For replicas that wait for the lease now; later requests try again. New tokens are in the lineage already. */
  async #publishOutcome(attempt: string, refresh: string, outcome: RefreshOutcome): Promise<void> {
    if (outcome.kind === 'renewed') return;
    const sealed = seal(sealingKey(refresh), 'outcome', JSON.stringify(outcome));
    await this.#options.store.set(outcomeKey(attempt), sealed, outcomeMs);
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

const leaseKey = (name: string): string => `lease:${name}`;
const outcomeKey = (attempt: string): string => `outcome:${attempt}`;

const newerTokens = (successor: Tokens | null, rejected: HeldTokens): Tokens | null =>
  successor?.access === rejected.access ? null : successor;

/** The problem for a refresh without new tokens that leaves the session as it is. */
export function refreshProblem({ kind, cause }: RefreshFailure): Problem {
  const options = { failure: cause };
  if (kind === 'unusable') return new Problem(codes.internal, 'Session could not be renewed', options);
  return kind === 'timed out'
    ? new Problem(codes.deadlineExceeded, 'Session could not be renewed in time', options)
    : new Problem(codes.unavailable, 'Session could not be renewed', options);
}
