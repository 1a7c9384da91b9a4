import { calls } from '#shared/calls.ts';
import { codes } from '#shared/problem.ts';
import type { Config } from '../config.ts';
import { NetworkBudget } from '../http/network-budget.ts';
import { type FailureCause, Problem } from '../http/problem.ts';
import type { UpstreamClient } from '../upstream/client.ts';
import { decodeBody } from '../upstream/decode-body.ts';
import type { UpstreamResponse } from '../upstream/exchange.ts';
import { maxParsedBytes as maxBytes, readErrorCode } from '../upstream/read-json.ts';
import type { CallContext } from '../upstream/request-headers.ts';
import { holdsToken, holdsTokenKey } from '../upstream/token-firewall.ts';
import type { SessionCookies } from './session-cookies.ts';
import { extractTokens, type Tokens } from './tokens.ts';

/** The result of one `POST /web/v1/account/refresh`. */
export type RefreshResult =
  | { readonly kind: 'refreshed'; readonly tokens: Tokens }
  /** The upstream refuses the refresh token; `body` is its JSON. */
  | { readonly kind: 'refused'; readonly body: string }
  | RefreshFailure;

/** No result: the session stays as it is. */
export interface RefreshFailure {
  readonly kind: 'failed' | 'timed out' | 'unusable';
  readonly cause: FailureCause;
}

export const timedOut: RefreshFailure = { kind: 'timed out', cause: 'timed out' };

/** In place of a refusal that quotes the token that it refuses, or that is long: each waiting request keeps a copy. */
const plainRefusal = JSON.stringify({ code: codes.unauthenticated, message: 'Session has ended' });
const maxRefusalBytes = 4_096;

/** Refreshes that may be overdue at once, half of them of one network. Each keeps a connection to the upstream. */
const maxOverdue = 64;

/**
 * Exchanges refresh tokens for new pairs. No client can abort it. A refresh is overdue after UPSTREAM_TIMEOUT_MS. It
 * then continues for as long again, because the upstream may have spent the token, and only its response has the new
 * pair. Where too many are overdue, it is aborted. decisions.md §3, Refresh
 */
export class TokenRefresher {
  readonly #upstream: UpstreamClient;
  readonly #cookies: SessionCookies;
  readonly #timeoutMs: number;
  readonly #overdue = new NetworkBudget(maxOverdue);

  constructor(upstream: UpstreamClient, cookies: SessionCookies, { upstreamTimeoutMs }: Config) {
    this.#upstream = upstream;
    this.#cookies = cookies;
    this.#timeoutMs = upstreamTimeoutMs;
  }

  /** @param onOverdue is called if the refresh goes on after UPSTREAM_TIMEOUT_MS */
  async refresh(refreshToken: string, context: CallContext, onOverdue: () => void): Promise<RefreshResult> {
    const call = calls.refreshTokens;
    // Not compressed: a response that finds no decoder would be lost, and the new pair with it.
    const own = { ...context, accept: 'application/json', acceptEncoding: 'identity' };
    const body = JSON.stringify({ refresh_token: refreshToken });
    const timeoutMs = 2 * this.#timeoutMs;
    const request = { call, path: call.path, context: own, accessToken: null, body, maxBytes, timeoutMs };
    const { network } = context;
    const refresh = { isOverdue: false, isAborted: false };
    let timer: NodeJS.Timeout | undefined;
    try {
      const exchange = this.#upstream.send(request);
      timer = setTimeout(() => {
        refresh.isOverdue = this.#overdue.take(network, 1);
        refresh.isAborted = !refresh.isOverdue;
        if (refresh.isOverdue) onOverdue();
        else exchange.abort();
      }, this.#timeoutMs);
      const response = await exchange.response;
      try {
        return await readResponse(response, this.#cookies, refreshToken, network);
      } finally {
        response.release();
      }
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      if (refresh.isAborted) return timedOut;
      const cause = error.failure ?? 'internal error';
      if (error.code === codes.deadlineExceeded) return { kind: 'timed out', cause };
      return { kind: error.upstreamStatus === 200 ? 'unusable' : 'failed', cause };
    } finally {
      clearTimeout(timer);
      if (refresh.isOverdue) this.#overdue.release(network, 1);
    }
  }
}

/** Only a definite response counts: anything else leaves the session as it is. */
async function readResponse(
  response: UpstreamResponse,
  cookies: SessionCookies,
  refreshToken: string,
  network: string,
): Promise<RefreshResult> {
  const { status } = response;
  if (status === 200) {
    const extracted = extractTokens((await decodeBody(response, maxBytes, network)) ?? Buffer.alloc(0));
    const tokens = extracted && cookies.usableTokens(extracted);
    return tokens ? { kind: 'refreshed', tokens } : { kind: 'unusable', cause: 'unreadable' };
  }
  if (status >= 500) return { kind: 'failed', cause: 'upstream 5xx' };
  if (status !== 400 && status !== 401 && status !== 403) return { kind: 'failed', cause: 'unreadable' };
  const body = await decodeBody(response, maxBytes, network);
  if (!body || readErrorCode(body) === null) return { kind: 'failed', cause: 'unreadable' };
  if (holdsTokenKey(body)) return { kind: 'unusable', cause: 'holds a token' };
  const isPlain = body.length > maxRefusalBytes || holdsToken(body, [refreshToken]);
  return { kind: 'refused', body: isPlain ? plainRefusal : body.toString('utf8') };
}

/** The problem for a refresh without new tokens that leaves the session as it is. */
export function refreshProblem({ kind, cause }: RefreshFailure): Problem {
  const options = { failure: cause };
  if (kind === 'unusable') return new Problem(codes.internal, 'Session could not be refreshed', options);
  return kind === 'timed out'
    ? new Problem(codes.deadlineExceeded, 'Session could not be refreshed in time', options)
    : new Problem(codes.unavailable, 'Session could not be refreshed', options);
}
