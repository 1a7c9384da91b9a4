import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { codes } from '#shared/problem.ts';
import { Problem } from '../http/problem.ts';
import type { Telemetry } from '../operations/telemetry.ts';
import type { SharedMemory } from './coordination-store.ts';
import { hashToken, type Journal, sealingKey } from './refresh-lineage.ts';
import { open, seal } from './seal.ts';
import type { HeldTokens, Tokens } from './tokens.ts';

/** What became of one `POST /web/v1/account/refresh`. */
export type RefreshAnswer =
  | { readonly kind: 'renewed'; readonly tokens: Tokens }
  /** The upstream says that the token is no good; `body` is its JSON. */
  | { readonly kind: 'refused'; readonly body: string }
  | { readonly kind: 'failed' | 'timed out' | 'unusable' };

/** `overtaken`: the session was ended while its refresh ran, or before. */
export type Renewal = RefreshAnswer | { readonly kind: 'overtaken' };

/** Asks the upstream for a new pair; never rejects, ends within its own deadline. */
export type Refresh<Context> = (refresh: string, context: Context) => Promise<RefreshAnswer>;

// A killed replica holds up the others this long. A lease shorter than the refresh is no lease, so it is renewed.
const leaseMs = 3_000;
const renewEveryMs = 1_000;
const lookEveryMs = 40;
const outcomeMs = 10_000;

export interface RenewalsOptions<Context> {
  readonly journal: Journal;
  readonly memory: SharedMemory;
  readonly refresh: Refresh<Context>;
  readonly telemetry: Telemetry;
  /** How long anybody waits for another replica. */
  readonly patienceMs: number;
}

/** One refresh at a time for each token, in this process and across replicas. decisions.md §3, Refresh */
export class Renewals<Context extends { readonly traceId: string }> {
  readonly #flights = new Map<string, Promise<Renewal>>();
  readonly #options: RenewalsOptions<Context>;

  constructor(options: RenewalsOptions<Context>) {
    this.#options = options;
  }

  /**
   * New tokens for those that the upstream no longer takes. Belongs to no client: it goes on when the one who asked first
   * has gone away.
   */
  async renew(held: HeldTokens & { readonly refresh: string }, context: Context): Promise<Renewal> {
    const { ended, newest } = await this.#options.journal.look(held);
    if (ended) return this.#count({ kind: 'overtaken' });
    if (isNewer(newest, held)) return this.#count({ kind: 'renewed', tokens: newest }, 'late');
    // The journal may end at the very token that has just been refused: then that one is spent.
    const spent = newest.refresh ?? held.refresh;
    const name = hashToken(spent);
    const running = this.#flights.get(name);
    if (running) return running;
    const flight = this.#fly({ access: held.access, refresh: spent }, name, context).finally(() =>
      this.#flights.delete(name),
    );
    this.#flights.set(name, flight);
    return flight;
  }

  /** Whether the session's newest pair is just being replaced, here or by another replica. */
  async isRunning(held: HeldTokens): Promise<boolean> {
    const { refresh } = (await this.#options.journal.look(held)).newest;
    if (refresh === null) return false;
    const name = hashToken(refresh);
    const [owner] = await this.#options.memory.get(leaseOf(name));
    return this.#flights.has(name) || typeof owner === 'string';
  }

  /** When what is under way has ended; each does within its deadline. */
  async settled(): Promise<void> {
    await Promise.allSettled(this.#flights.values());
  }

  async #fly(held: HeldTokens & { refresh: string }, name: string, context: Context): Promise<Renewal> {
    const { journal, memory, refresh, patienceMs } = this.#options;
    const failuresBefore = memory.failures;
    const attempt = randomUUID();
    const lease = leaseOf(name);
    const deadline = Date.now() + patienceMs;
    let others: string | null = null;
    for (;;) {
      const owner = await memory.takeLease(lease, attempt, leaseMs);
      if (owner === attempt) break;
      others = owner;
      if (Date.now() > deadline) return this.#count({ kind: 'failed' });
      await pause(lookEveryMs);
    }
    const renewing = setInterval(() => void memory.renewLease(lease, attempt, leaseMs), renewEveryMs);
    try {
      // Whoever had the lease before may have done it already.
      const { ended, newest } = await journal.look(held);
      if (ended) return this.#count({ kind: 'overtaken' });
      if (isNewer(newest, held)) return this.#count({ kind: 'renewed', tokens: newest }, 'late');
      const told = others === null ? null : await this.#hear(others, held.refresh);
      if (told) return told;
      const answer = await refresh(held.refresh, context);
      const renewal = await this.#settle(held, answer, context, () => memory.failures !== failuresBefore);
      await this.#tell(attempt, held.refresh, renewal);
      return this.#count(renewal);
    } finally {
      clearInterval(renewing);
      await memory.endLease(lease, attempt);
    }
  }

  /** Writes the journal before anybody is answered; believes a refusal only where nobody else can have spent the token. */
  async #settle(
    held: HeldTokens & { refresh: string },
    answer: RefreshAnswer,
    { traceId }: Context,
    redisWasAway: () => boolean,
  ): Promise<Renewal> {
    const { journal, telemetry } = this.#options;
    const { ended, newest } = await journal.look(held);
    if (ended) return { kind: 'overtaken' };
    if (answer.kind === 'renewed') {
      const tokens = { access: answer.tokens.access, refresh: answer.tokens.refresh ?? held.refresh };
      await journal.replace(held.refresh, tokens);
      telemetry.securityEvent('session renewed', { traceId, session: held.refresh, next: tokens.refresh });
      return { kind: 'renewed', tokens };
    }
    if (isNewer(newest, held)) return { kind: 'renewed', tokens: newest };
    if (answer.kind !== 'refused') return answer;
    if (redisWasAway()) return { kind: 'failed' };
    if (await journal.wasSpent(held.refresh)) {
      telemetry.securityEvent('token reused', { traceId, session: held.refresh });
    }
    return answer;
  }

  /** The outcome for the replicas that are waiting now; those that come later try again. */
  async #tell(attempt: string, refresh: string, renewal: Renewal): Promise<void> {
    if (renewal.kind === 'renewed') return;
    const sealed = seal(sealingKey(refresh), 'outcome', JSON.stringify(renewal));
    await this.#options.memory.set(`outcome:${attempt}`, sealed, outcomeMs);
  }

  async #hear(attempt: string, refresh: string): Promise<Renewal | null> {
    const [sealed] = await this.#options.memory.get(`outcome:${attempt}`);
    const text = sealed ? open([sealingKey(refresh)], 'outcome', sealed) : null;
    return text === null ? null : (JSON.parse(text) as Renewal);
  }

  #count<R extends Renewal>(renewal: R, outcome: R['kind'] | 'late' = renewal.kind): R {
    this.#options.telemetry.refreshed(outcome);
    return renewal;
  }
}

const leaseOf = (name: string): string => `lease:${name}`;

const isNewer = (newest: HeldTokens, held: HeldTokens): newest is Tokens =>
  newest.access !== null && newest !== held && newest.access !== held.access;

const retryAfter = { 'retry-after': '2' };

/** For a refresh that could not be carried out, or brought nothing to use; the session is as it was. */
export function notRenewed(kind: 'failed' | 'timed out' | 'unusable'): Problem {
  if (kind === 'unusable') return new Problem(codes.internal, 'Session could not be renewed');
  return kind === 'timed out'
    ? new Problem(codes.deadlineExceeded, 'Session could not be renewed in time', { headers: retryAfter })
    : new Problem(codes.unavailable, 'Session could not be renewed', { headers: retryAfter });
}
