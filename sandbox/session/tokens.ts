import { randomBytes } from 'node:crypto';
import { Problem, unauthenticated } from '../problem.ts';
import type { Clock } from '../world/clock.ts';

export interface TokenPair {
  readonly access_token: string;
  readonly refresh_token: string;
}

/** A forced result of refreshes. */
export type RefreshOutcome = 'refuse' | 'delete account' | 'fail';

/** All tokens of one sign-in. */
interface Family {
  readonly accountId: string;
  ended: boolean;
  outcome: RefreshOutcome | null;
}

interface RefreshToken {
  readonly family: Family;
  used: { readonly at: number; readonly pair: TokenPair } | null;
}

interface AccessToken {
  readonly family: Family;
  expiresAt: number;
}

const randomPart = () => randomBytes(24).toString('base64url');

/** Access tokens that expire and refresh tokens that rotate, with reuse detection. decisions.md §5 */
export class Tokens {
  readonly #clock: Clock;
  readonly #accessMs: number;
  readonly #leewayMs: number;
  readonly #access = new Map<string, AccessToken>();
  readonly #refresh = new Map<string, RefreshToken>();

  constructor(clock: Clock, accessTokenSeconds: number, refreshLeewaySeconds: number) {
    this.#clock = clock;
    this.#accessMs = accessTokenSeconds * 1000;
    this.#leewayMs = refreshLeewaySeconds * 1000;
  }

  /** Issues the first pair of a new family. */
  issue(accountId: string): TokenPair {
    return this.#issueTo({ accountId, ended: false, outcome: null });
  }

  #issueTo(family: Family): TokenPair {
    const pair = {
      access_token: `sandbox-access-${randomPart()}`,
      refresh_token: `sandbox-refresh-${randomPart()}`,
    };
    this.#access.set(pair.access_token, { family, expiresAt: this.#clock.now() + this.#accessMs });
    this.#refresh.set(pair.refresh_token, { family, used: null });
    return pair;
  }

  rotate(refreshToken: string): TokenPair {
    const token = this.#refresh.get(refreshToken);
    if (!token) throw unauthenticated('refresh token unknown');
    const { family, used } = token;
    if (family.outcome === 'fail') throw new Problem(500, 13, 'internal error');
    if (family.outcome === 'delete account') throw unauthenticated('delete account');
    if (family.ended || family.outcome === 'refuse') throw unauthenticated('refresh token invalid');
    const now = this.#clock.now();
    if (used) {
      if (this.#leewayMs > 0 && now - used.at <= this.#leewayMs) return used.pair;
      family.ended = true;
      throw unauthenticated('refresh token reused');
    }
    const pair = this.#issueTo(family);
    token.used = { at: now, pair };
    return pair;
  }

  /** The account of a valid access token. */
  readAccountId(accessToken: string): string {
    const token = this.#access.get(accessToken);
    if (!token || token.family.ended) throw unauthenticated('access token invalid');
    if (this.#clock.now() >= token.expiresAt) throw unauthenticated('access token expired');
    return token.family.accountId;
  }

  /** The account of a refresh token whose family has not ended; null for any other. */
  findRefreshOwner(refreshToken: string): string | null {
    const token = this.#refresh.get(refreshToken);
    return token && !token.family.ended ? token.family.accountId : null;
  }

  /** Expires all access tokens now and sets the outcome of refreshes of the current sessions. */
  expireAll(outcome: RefreshOutcome | null): void {
    const now = this.#clock.now();
    for (const token of this.#access.values()) token.expiresAt = Math.min(token.expiresAt, now);
    for (const token of this.#refresh.values()) token.family.outcome = outcome;
  }

  /** Ends the account's current sessions; their refresh fails with `delete account`. */
  endForDeletion(accountId: string): void {
    const now = this.#clock.now();
    for (const token of this.#access.values()) {
      if (token.family.accountId === accountId) token.expiresAt = Math.min(token.expiresAt, now);
    }
    for (const token of this.#refresh.values()) {
      if (token.family.accountId === accountId) token.family.outcome = 'delete account';
    }
  }
}
