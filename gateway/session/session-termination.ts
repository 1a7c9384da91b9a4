import { ConcurrencyLimit } from '../http/concurrency-limit.ts';
import type { Telemetry } from '../operations/telemetry.ts';
import type { CallContext } from '../upstream/request-headers.ts';
import type { RefreshCoordinator } from './refresh-coordinator.ts';
import type { RefreshLineage } from './refresh-lineage.ts';
import { RevocationQueue } from './revocation-queue.ts';
import type { Session } from './session-cookies.ts';
import { hashToken } from './token-keys.ts';

/**
 * Sign-outs that run at once, and the bytes of those that wait. They are not rate-limited, and each takes dozens of
 * steps, one after the other. Whatever follows a burst of Redis's responses runs in one turn of the event loop, and a
 * refresh waits for about twenty turns. A sign-out goes on after its client has left, so thousands can wait.
 */
const limits = { running: [16, 8], waiting: [8 * 1024 * 1024, 4 * 1024 * 1024] } as const;
/** Where no more can wait, one of each network runs at once: a flood does not hold up the sign-outs of others. */
const limitsBeyond = { running: [32, 1], waiting: [0, 0] } as const;
/** What one that waits takes beside its tokens. */
const objectBytes = 1_024;

interface Options {
  readonly lineage: RefreshLineage;
  readonly coordinator: RefreshCoordinator;
  readonly telemetry: Telemetry;
}

/** Ends sessions: records the end, and has the refresh token spent in the background. decisions.md §3, Refresh */
export class SessionTermination {
  readonly #options: Options;
  readonly #limit = new ConcurrencyLimit(limits);
  readonly #limitBeyond = new ConcurrencyLimit(limitsBeyond);
  readonly #revocations: RevocationQueue;
  /** A shutdown waits for them; their requests may be gone. */
  readonly #running = new Set<Promise<unknown>>();

  constructor(options: Options) {
    this.#options = options;
    this.#revocations = new RevocationQueue((outcome) => options.telemetry.revoked(outcome));
  }

  /**
   * Not `async`: what waits would keep the session, and with it the Cookie header.
   * @param kept a refresh token that a new session has, too: it is not revoked
   */
  end(
    { access, refresh, isPastLifetime, unusableRefreshTokens }: Session,
    context: CallContext,
    kept: string | null,
  ): Promise<void> {
    // Reading such a session has already ended it.
    if (isPastLifetime) return nothing;
    const held = [...new Set(refresh === null ? unusableRefreshTokens : [refresh])];
    // Late responses recognize a session without a refresh token by its access token.
    const accessAlone = refresh === null && access !== null ? [access] : [];
    const tokens = [...accessAlone, ...held];
    if (tokens.length === 0) return nothing;
    const { network } = context;
    const endAll = async () => {
      for (const each of accessAlone) await this.#options.lineage.recordEnd(each, network);
      for (const each of held) await this.#endToken(each, context, kept);
    };
    const size = [...tokens, kept ?? ''].reduce((sum, token) => sum + Buffer.byteLength(token), objectBytes);
    const ending = this.#limit.run(endAll, network, size) ?? this.#limitBeyond.run(endAll, network);
    // A sign-in that replaces a session is rate-limited.
    if (ending !== null || kept !== null) return this.#track(ending ?? endAll());
    for (const each of tokens) this.#options.lineage.recordEndHere(each, network);
    for (const _ of held) this.#options.telemetry.revoked('dropped');
    return nothing;
  }

  /** For a session past its lifetime: however many requests come with its cookies, its token is spent once an hour. */
  endPastLifetime({ unusableRefreshTokens }: Session, context: CallContext): void {
    const { lineage, telemetry } = this.#options;
    const end = async (token: string) => {
      if (await lineage.claimRevocation(token, context.network)) await this.#endToken(token, context, null);
    };
    for (const token of unusableRefreshTokens) {
      const report = (error: unknown) => telemetry.reportError(error, { traceId: context.traceId });
      void this.#track(end(token).catch(report));
    }
  }

  /**
   * Records that the upstream has deleted the account. There is nothing to revoke.
   * @param newest the refresh token after the call; null for a session without one
   * @param held the one in the browser's cookies
   * @returns whether the session had ended before
   */
  endDeleted(newest: string | null, held: string | null, context: CallContext): Promise<boolean> {
    const { lineage } = this.#options;
    const end = async () => {
      const { ended } = await lineage.read(newest, context);
      // Both, and even if the end is known, because Redis may lose it, or what connects the tokens.
      for (const each of new Set([newest, held])) if (each !== null) await lineage.recordEnd(each, context.network);
      return ended;
    };
    return this.#track(end());
  }

  /** Waits for all ends and revocations. */
  async settled(): Promise<void> {
    await Promise.allSettled(this.#running);
    await this.#revocations.settled();
  }

  async #track<T>(ending: Promise<T>): Promise<T> {
    this.#running.add(ending);
    try {
      return await ending;
    } finally {
      this.#running.delete(ending);
    }
  }

  async #endToken(refreshToken: string, context: CallContext, kept: string | null): Promise<void> {
    const { lineage, coordinator } = this.#options;
    const { isHandedOver, successor } = await lineage.read(refreshToken);
    const newest = successor?.refresh ?? refreshToken;
    // The upstream has issued the same token again: it is the new session's.
    if (newest === kept) return;
    // Even if it is handed over: Redis may lose that.
    await lineage.recordEnd(refreshToken, context.network);
    // Spending the token would end the extension's session.
    if (isHandedOver) return;
    this.#revocations.start(context.network, hashToken(newest), async () => {
      const outcome = await coordinator.revoke(newest, context);
      // Redis may have missed or forgotten the end by now. A new session with the same token has not ended.
      if ((await lineage.read(refreshToken)).ended) await lineage.recordEnd(refreshToken, context.network);
      return outcome;
    });
  }
}

const nothing = Promise.resolve();
