import { randomBytes } from 'node:crypto';
import { Problem, unauthenticated } from '../problem.ts';
import type { Clock } from '../world/clock.ts';

export interface TokenPair {
  readonly access_token: string;
  readonly refresh_token: string;
}

/** How the refreshes of the sessions that exist now are to end. */
export type RefreshOutcome = 'refuse' | 'delete account' | 'fail';

/** All tokens that descend from one sign-in. */
interface Family {
  readonly accountId: string;
  ended: boolean;
  outcome: RefreshOutcome | null;
}

interface RefreshToken {
  readonly family: Family;
  spent: { readonly at: number; readonly pair: TokenPair } | null;
}

interface AccessToken {
  readonly family: Family;
  expiresAt: number;
}

const randomPart = () => randomBytes(24).toString('base64url');

/** Access tokens that expire and refresh tokens that rotate; a second use of a spent one ends the family. decisions.md §5 */
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

  /** The first pair of a new family: somebody signed in. */
  issue(accountId: string): TokenPair {
    return this.#issueTo({ accountId, ended: false, outcome: null });
  }

  #issueTo(family: Family): TokenPair {
    const pair = {
      access_token: `sandbox-access-${randomPart()}`,
      refresh_token: `sandbox-refresh-${randomPart()}`,
    };
    this.#access.set(pair.access_token, { family, expiresAt: this.#clock.now() + this.#accessMs });
    this.#refresh.set(pair.refresh_token, { family, spent: null });
    return pair;
  }

  rotate(refreshToken: string): TokenPair {
    const token = this.#refresh.get(refreshToken);
    if (!token) throw unauthenticated('refresh token unknown');
    const { family, spent } = token;
    if (family.outcome === 'fail') throw new Problem(500, 13, 'internal error');
    if (family.outcome === 'delete account') throw unauthenticated('delete account');
    if (family.ended || family.outcome === 'refuse') throw unauthenticated('refresh token invalid');
    const now = this.#clock.now();
    if (spent) {
      if (this.#leewayMs > 0 && now - spent.at <= this.#leewayMs) return spent.pair;
      family.ended = true;
      throw unauthenticated('refresh token reused');
    }
    const pair = this.#issueTo(family);
    token.spent = { at: now, pair };
    return pair;
  }

  /** The account that an access token speaks for. */
  readAccountId(accessToken: string): string {
    const token = this.#access.get(accessToken);
    if (!token || token.family.ended) throw unauthenticated('access token invalid');
    if (this.#clock.now() >= token.expiresAt) throw unauthenticated('access token expired');
    return token.family.accountId;
  }

  /** The account of a refresh token that has not been spent; null for any other. */
  findRefreshOwner(refreshToken: string): string | null {
    const token = this.#refresh.get(refreshToken);
    return token && !token.family.ended ? token.family.accountId : null;
  }

  /** All access tokens expire now; the next refreshes of these sessions, not of later ones, end as told. */
  expireAll(outcome: RefreshOutcome | null): void {
    const now = this.#clock.now();
    for (const token of this.#access.values()) token.expiresAt = Math.min(token.expiresAt, now);
    for (const token of this.#refresh.values()) token.family.outcome = outcome;
  }

  /** The sessions that an account has now are over; their refresh says `delete account`. */
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
