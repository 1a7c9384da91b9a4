import { codes } from '#shared/problem.ts';
import { Problem } from '../../gateway/http/problem.ts';
import type { UpstreamRequest } from '../../gateway/upstream/client.ts';
import type { Exchange, UpstreamResponse } from '../../gateway/upstream/exchange.ts';
import { type TokenPair, Tokens } from '../../sandbox/session/tokens.ts';
import { Clock } from '../../sandbox/world/clock.ts';
import type { Owner, World } from './world.ts';

export const timeoutMs = 6_000;
/** Of a request or a response. Together longer than a lease, and than the timeout. */
const slowMs = 3_500;
const accessTokenSeconds = 900;

export type RefreshFault = 'none' | 'server error' | 'lost request' | 'lost response';

/** A refresh that arrived. */
export interface Attempt {
  readonly token: string;
  readonly owner: Owner;
  readonly sentAt: number;
  /** How often all access tokens had expired by then. */
  readonly expiries: number;
  result: 'refreshed' | 'refused' | 'failed';
  /** When the replica had the result, or gave up. */
  endedAt: number | null;
  /** The replica had the result. */
  isKnown: boolean;
}

/** The sandbox's tokens behind a network: they rotate, and a token that is used twice ends its session. */
export class SimulatedUpstream {
  readonly attempts: Attempt[] = [];
  readonly #world: World;
  readonly #tokens: Tokens;
  #faults: RefreshFault[];
  readonly #sessions = new Map<string, number>();
  readonly #endedSessions = new Set<number>();
  #issued = 0;
  /** How often all access tokens have expired. */
  expiries = 0;
  /** Called when a refresh arrives, and when a replica has its result. */
  onRefresh: (attempt: Attempt) => void = () => undefined;
  onResult: (attempt: Attempt) => void = () => undefined;

  constructor(world: World, graceSeconds: number, faults: readonly RefreshFault[]) {
    this.#world = world;
    this.#tokens = new Tokens(new Clock(), accessTokenSeconds, graceSeconds);
    this.#faults = [...faults];
  }

  signIn(): TokenPair {
    this.#issued += 1;
    return this.#remember(this.#tokens.issue(`account-${this.#issued}`), this.#issued);
  }

  /** The sign-in that a token comes from. */
  sessionOf(token: string): number | null {
    return this.#sessions.get(token) ?? null;
  }

  expireAccessTokens(): void {
    this.expiries += 1;
    this.#tokens.expireAll(null);
  }

  /** As when the upstream ends sessions by itself, after a deletion on another device for example. */
  endSessions(): void {
    for (const session of this.#sessions.values()) this.#endedSessions.add(session);
  }

  hasEnded(session: number): boolean {
    return this.#endedSessions.has(session);
  }

  clearFaults(): void {
    this.#faults = [];
  }

  send(owner: Owner, request: UpstreamRequest): Exchange {
    let abort = () => {};
    const aborted = new Promise<never>((_, reject) => {
      abort = () => reject(new Problem(codes.unavailable, 'Client went away', { status: 499 }));
    });
    aborted.catch(() => undefined);
    const refreshToken = request.call.path.endsWith('/refresh')
      ? (JSON.parse(String(request.body)) as { refresh_token: string }).refresh_token
      : null;
    const response = refreshToken === null ? this.#call(owner, request) : this.#refresh(owner, refreshToken, request);
    return { response: Promise.race([response, aborted]), abort };
  }

  async #refresh(owner: Owner, token: string, request: UpstreamRequest): Promise<UpstreamResponse> {
    const attempt: Attempt = {
      token,
      owner,
      sentAt: this.#world.now,
      expiries: this.expiries,
      result: 'failed',
      endedAt: null,
      isKnown: false,
    };
    await this.#world.arrival(null, 'upstream: refresh', slowMs);
    const fault = this.#faults.shift() ?? 'none';
    let response: [number, unknown] = [500, { code: codes.internal, message: 'internal' }];
    if (fault === 'none' || fault === 'lost response') {
      response = this.#rotate(token);
      attempt.result = response[0] === 200 ? 'refreshed' : 'refused';
    }
    this.onRefresh(attempt);
    this.attempts.push(attempt);
    if (fault === 'lost response' || fault === 'lost request') {
      await this.#world.sleep(Math.max(0, attempt.sentAt + (request.timeoutMs ?? timeoutMs) - this.#world.now));
      await this.#world.arrival(owner, 'replica: upstream timeout', 0);
      attempt.endedAt = this.#world.now;
      throw new Problem(codes.deadlineExceeded, 'Upstream timed out', { failure: 'timed out' });
    }
    await this.#world.arrival(owner, `replica: refresh ${attempt.result}`, slowMs);
    attempt.endedAt = this.#world.now;
    attempt.isKnown = true;
    this.onResult(attempt);
    return toResponse(...response);
  }

  #rotate(token: string): [number, unknown] {
    const session = this.sessionOf(token);
    if (session === null || this.#endedSessions.has(session)) return [401, refusal];
    try {
      return [200, this.#remember(this.#tokens.rotate(token), session)];
    } catch {
      return [401, refusal];
    }
  }

  async #call(owner: Owner, { call, accessToken, body }: UpstreamRequest): Promise<UpstreamResponse> {
    await this.#world.arrival(null, 'upstream: call');
    const response: [number, unknown] = call.mayReturnTokens
      ? [200, this.signIn()]
      : this.#isAuthorized(accessToken)
        ? [200, { profile: {}, holder: body?.toString() ? 'deleted' : 'read' }]
        : [401, { code: codes.unauthenticated, message: 'expired' }];
    await this.#world.arrival(owner, `replica: response ${response[0]}`);
    return toResponse(...response);
  }

  #isAuthorized(accessToken: string | null): boolean {
    const session = accessToken === null ? null : this.sessionOf(accessToken);
    if (accessToken === null || session === null || this.#endedSessions.has(session)) return false;
    try {
      return this.#tokens.readAccountId(accessToken) !== '';
    } catch {
      return false;
    }
  }

  #remember(pair: TokenPair, session: number): TokenPair {
    this.#sessions.set(pair.access_token, session).set(pair.refresh_token, session);
    return pair;
  }
}

const refusal = { code: codes.unauthenticated, message: 'refused' };

const toResponse = (status: number, body: unknown): UpstreamResponse => ({
  status,
  headers: { 'content-type': 'application/json' },
  body: Buffer.from(JSON.stringify(body)),
  milliseconds: 1,
  release: () => undefined,
});
