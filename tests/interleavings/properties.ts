import type { TokenPair } from '../../sandbox/session/tokens.ts';
import type { Kind, Plan } from './plan.ts';
import { config, type GatewayResponse, type Replica } from './replica.ts';
import type { Attempt, SimulatedUpstream } from './simulated-upstream.ts';
import type { World } from './world.ts';

/** How long a rotated token leads to its successor, and an ended session sets no cookies. decisions.md §3, Refresh */
const successorMs = 60_000;
const endedMs = 120_000;
/** How long a link signs in after its first use. docs/security.md */
const linkMs = 120_000;
/** At most, of a request that meets no fault. */
const requestMs = 20_000;
/** A replica whose store failed within this time does not trust a refusal. */
const distrustMs = 2 * config.upstreamTimeoutMs + 5_000;

/** What the cookies of a request say. */
export interface Held {
  readonly token: string | null;
  readonly session: number | null;
  readonly identity: string | null;
}

/** A pair that a response brings: in cookies, or in the extension's address. */
interface ReceivedPair {
  readonly access: string | null;
  readonly refresh: string | null;
}

/** A request and its response. */
export interface Exchange {
  readonly kind: Kind;
  readonly held: Held;
  /** The pair in the request's URL. */
  readonly link: TokenPair | null;
  readonly replica: Replica;
  readonly receivedAt: number;
  readonly response: GatewayResponse;
  /** The pair that the response sets in cookies. */
  readonly set: (ReceivedPair & Pick<Held, 'identity'>) | null;
  readonly clearsCookies: boolean;
  readonly handedOver: ReceivedPair | null;
  /** The browser's when the response arrives. */
  readonly currentSession: number | null;
}

/** A session that a user action ended: the response to it has been written. */
interface Ending {
  readonly at: number;
  readonly replica: Replica;
  /** Of the request that ended it. */
  readonly token: string | null;
  /** Whether the refresh token is spent. */
  readonly revokes: boolean;
}

/** What sessions promise in every order of events. docs/security.md, Evidence */
export class Properties {
  readonly #plan: Plan;
  readonly #world: World;
  readonly #upstream: SimulatedUpstream;
  readonly #endings = new Map<number, Ending>();
  /** Sessions that a request was to end, whether or not its response was written. */
  readonly #mayHaveEnded = new Set<number>();
  /** Refusals that arrived at a replica whose store had not failed. */
  readonly #trusted = new Set<Attempt>();
  /** Refreshed pairs that a replica took along in its crash. */
  readonly #lost = new Set<Attempt>();
  /** Sessions whose cookies a response to a call has cleared. */
  readonly #cleared = new Set<number>();
  readonly #sentRefreshTokens = new Set<string>();
  /** Refresh tokens that the extension has now. */
  readonly #handedOver = new Set<string>();
  /** Sessions that the extension may have: a gateway does not learn whether its response has arrived. */
  readonly #mayBeHandedOver = new Set<number>();
  /** When a request with the pair of this session's link first came without a session. */
  readonly #linkOpenedAt = new Map<number, number>();
  /** When the link of this session first signed in. */
  readonly #linkUsedAt = new Map<number, number>();
  readonly #isFaultless: boolean;
  readonly #storeIsReliable: boolean;
  #violation: Error | null = null;

  constructor(plan: Plan, world: World, upstream: SimulatedUpstream) {
    this.#plan = plan;
    this.#world = world;
    this.#upstream = upstream;
    upstream.onRefresh = (attempt) => this.#checkRefresh(attempt);
    upstream.onResult = (attempt) => this.#noteResult(attempt);
    const kinds = plan.incidents.map(({ incident }) => incident.kind);
    this.#storeIsReliable = !kinds.some((kind) => kind.startsWith('store'));
    this.#isFaultless = this.#storeIsReliable && !kinds.includes('crash') && plan.refreshFaults.length === 0;
  }

  /** The first violation is thrown at the next step. */
  noteViolation(error: Error): void {
    this.#violation ??= error;
  }

  throwViolation(): void {
    if (this.#violation) throw this.#violation;
  }

  notePair(refreshToken: string): void {
    this.#sentRefreshTokens.add(refreshToken);
  }

  noteRequest(kind: Kind, { session }: Held, link: TokenPair | null): void {
    if (endsSession(kind) && session !== null) this.#mayHaveEnded.add(session);
    if (kind === 'hand over' && session !== null) this.#mayBeHandedOver.add(session);
    const linked = this.#sessionOfLink(link);
    if (session === null && linked !== null && !this.#linkOpenedAt.has(linked))
      this.#linkOpenedAt.set(linked, this.#world.now);
  }

  /** A pair that the upstream has refreshed is lost with the replica. */
  noteLoss(attempt: Attempt): void {
    this.#lost.add(attempt);
  }

  #noteResult(attempt: Attempt): void {
    const since = attempt.sentAt - distrustMs;
    if (attempt.result === 'refused' && !(attempt.owner as Replica).store.hasFailedSince(since))
      this.#trusted.add(attempt);
  }

  /** A refresh reaches the upstream. */
  #checkRefresh(attempt: Attempt): void {
    const { token } = attempt;
    const session = this.#upstream.sessionOf(token);
    if (this.#storeIsReliable && !attempt.owner.crashed) {
      const promise = 'Nothing spends a pair that was handed over';
      this.#check(() => expectThat(!this.#handedOver.has(token), promise, `session ${session}`));
    }
    for (const earlier of this.#upstream.attempts) {
      if (earlier.token !== token || this.#lost.has(earlier)) continue;
      const isRunning = earlier.endedAt === null && !earlier.owner.crashed;
      const wasRefreshed = earlier.isKnown && earlier.result === 'refreshed';
      const isRecent = earlier.endedAt !== null && this.#world.now - earlier.endedAt < successorMs;
      const isSecond = isRunning || (wasRefreshed && isRecent);
      this.#check(() =>
        expectThat(!(this.#storeIsReliable && isSecond), 'One refresh per token', `session ${session}`),
      );
    }
  }

  #check(task: () => void): void {
    try {
      task();
    } catch (error) {
      this.noteViolation(error as Error);
    }
  }

  checkResponse(exchange: Exchange): void {
    this.#check(() => this.#checkEnd(exchange));
    this.#check(() => this.#checkReceived(exchange));
    if (exchange.kind === 'call') this.#check(() => this.#checkCleared(exchange));
    if (exchange.link !== null) this.#check(() => this.#checkLink(exchange));
  }

  /** A session sets no cookies after its end, and ends only if the user or the upstream ends it. */
  #checkEnd({ kind, held, link, replica, response, set, clearsCookies, handedOver }: Exchange): void {
    const { status, sessionEnded } = response;
    const session = held.session ?? this.#sessionOfLink(link) ?? -1;
    const token = held.token ?? link?.refresh_token ?? null;
    const isOwnEnding = kind === 'hand over' ? handedOver !== null : endsSession(kind) && status < 300;
    expectThat(status < 500 || status >= 502, 'No internal error', `status ${status}`);

    const ending = this.#endings.get(session);
    const isWithin = ending && this.#world.now - ending.at < endedMs;
    // Without the store a replica knows what it did itself, but not which tokens others have rotated.
    const isOwn = ending?.replica === replica && ending.token === token;
    const isKnown = this.#storeIsReliable || isOwn;
    if (!isOwnEnding && isWithin && isKnown) {
      const promise = 'No cookie after the end of a session';
      expectThat(set === null && !clearsCookies, promise, `${kind} of session ${session}`);
    }
    if ((kind === 'call' || (kind === 'hand over' && !isOwnEnding)) && (clearsCookies || sessionEnded)) {
      const isRefused = [...this.#trusted].some((attempt) => this.#upstream.sessionOf(attempt.token) === session);
      expectThat(isRefused, 'No session is lost without a refusal', `session ${session}`);
    }
    if (isOwnEnding && held.session !== null) {
      const revokes = kind === 'sign out' || kind === 'sign in';
      this.#endings.set(session, { at: this.#world.now, replica, token: held.token, revokes });
    }
  }

  #checkReceived({ kind, held, link, set, handedOver }: Exchange): void {
    if (handedOver !== null) this.#checkHandOver(held, handedOver);
    if (set === null) return;
    const { access, refresh, identity } = set;
    if (access === null || refresh === null) throw new Error('A pair is incomplete');
    const sessions = [access, refresh].map((token) => this.#upstream.sessionOf(token));
    const promise = 'No pair of another session';
    if (kind === 'sign in') {
      const isNew = sessions[0] === sessions[1] && !this.#sessionsSent().has(sessions[0] ?? null);
      expectThat(isNew, promise, `sign-in got ${sessions}`);
    } else if (link !== null) {
      const linked = this.#sessionOfLink(link);
      expectThat(
        sessions.every((each) => each === linked),
        promise,
        `link of session ${linked} got ${sessions}`,
      );
    } else {
      const isOwn = sessions.every((each) => each === held.session) && identity === held.identity;
      expectThat(isOwn, promise, `session ${held.session} got ${sessions}`);
    }
    this.#sentRefreshTokens.add(refresh);
  }

  #sessionsSent(): Set<number | null> {
    return new Set([...this.#sentRefreshTokens].map((token) => this.#upstream.sessionOf(token)));
  }

  /** The extension got the newest pair of the browser's session, and is the only one that has it. */
  #checkHandOver({ session }: Held, { access, refresh }: ReceivedPair): void {
    const sessions = [access, refresh].map((token) => this.#upstream.sessionOf(token ?? ''));
    const isOwn = sessions.every((each) => each === session);
    expectThat(isOwn, 'No pair of another session', `the extension got ${sessions} instead of ${session}`);
    const isSpent = this.#upstream.attempts.some(({ token, result }) => token === refresh && result === 'refreshed');
    const mustWork = this.#isFaultless && !this.#mayHaveLostPair;
    expectThat(!(mustWork && isSpent), 'A pair that is handed over works', `session ${session}`);
    this.#handedOver.add(refresh ?? '');
  }

  /** One of the requests received before a refusal clears the cookies. Later they may be the next session's. */
  #checkCleared({ held: { session }, receivedAt, clearsCookies, currentSession }: Exchange): void {
    if (session === null || !clearsCookies) return;
    const refusals = this.#refusalsOf(session);
    const isLate =
      this.#cleared.has(session) && refusals.every(({ endedAt }) => endedAt === null || receivedAt <= endedAt);
    this.#cleared.add(session);
    const isNext = currentSession !== null && currentSession !== session;
    const promise = "No late response clears the next session's cookies";
    expectThat(!(isLate && isNext && this.#storeIsReliable), promise, `session ${currentSession}`);
  }

  /** A link signs in where there is no session, for two minutes after its first use, and then not for a day. */
  #checkLink({ held, link, receivedAt, set, clearsCookies }: Exchange): void {
    const session = this.#sessionOfLink(link) ?? -1;
    const { now } = this.#world;
    const signsIn = set !== null;
    expectThat(!clearsCookies, 'A link replaces no session', `link of session ${session} clears cookies`);
    if (held.token !== null) {
      expectThat(!signsIn, 'A link replaces no session', `link of session ${session} replaces ${held.session}`);
      return;
    }
    const usedAt = this.#linkUsedAt.get(session) ?? Number.POSITIVE_INFINITY;
    const isOver = this.#storeIsReliable && receivedAt - usedAt >= linkMs;
    expectThat(!(signsIn && isOver), 'A link does not sign in after two minutes', `session ${session}`);

    const isYoung = now - (this.#linkOpenedAt.get(session) ?? now) < linkMs - requestMs;
    // A minute after its refresh, the newer pair is no longer known. One that has expired, too, is not refreshed.
    const isWorking = this.#upstream.attempts.every(
      ({ token, sentAt, expiries }) =>
        token !== link?.refresh_token ||
        (now - sentAt < successorMs - requestMs && expiries === this.#upstream.expiries),
    );
    const mustSignIn = this.#isFaultless && isYoung && isWorking && !this.#hasMaybeEnded(session);
    expectThat(signsIn || !mustSignIn, 'A link signs in for two minutes', `session ${session}`);
    if (signsIn && !this.#linkUsedAt.has(session)) this.#linkUsedAt.set(session, now);
  }

  #sessionOfLink(link: TokenPair | null): number | null {
    return link && this.#upstream.sessionOf(link.refresh_token);
  }

  #hasMaybeEnded(session: number): boolean {
    return this.#mayHaveEnded.has(session) || this.#upstream.hasEnded(session);
  }

  #refusalsOf(session: number): readonly Attempt[] {
    return this.#upstream.attempts.filter(
      ({ token, result }) => result === 'refused' && this.#upstream.sessionOf(token) === session,
    );
  }

  checkTermination(runningTasks: number): void {
    this.throwViolation();
    expectThat(runningTasks === 0, 'Everything terminates', `${runningTasks} tasks are left`);
    expectThat(this.#world.timers === 0, 'Everything terminates', `${this.#world.timers} timers are left`);
  }

  get #elapsedMs(): number {
    return this.#world.now - this.#world.startedAt;
  }

  /** A client that left did not get its new pair, and comes back with the old one when that is no longer known. */
  get #mayHaveLostPair(): boolean {
    const leaves = this.#plan.tabs.flat().some((each) => 'leavesAfter' in each && each.leavesAfter !== null);
    return leaves && this.#elapsedMs >= successorMs - 10_000;
  }

  /** Whether every session that no one has ended must work. If not, a refusal by the upstream excuses it. */
  mustSessionsWork(): boolean {
    const isForgiven = this.#plan.graceSeconds * 1_000 > this.#elapsedMs + 10_000;
    return (this.#isFaultless && !this.#mayHaveLostPair) || isForgiven;
  }

  /** Once all faults are over, every session works that no one has ended and the upstream has not refused. */
  async checkSession(
    { session }: Held,
    mustWork: boolean,
    sendCall: () => Promise<GatewayResponse | null>,
  ): Promise<void> {
    if (session === null || this.#hasMaybeEnded(session)) return;
    // One may get a newer pair whose access token has expired, too, another the failure of a replica that crashed.
    let response: GatewayResponse | null = null;
    for (let count = 0; count < 3 && response?.status !== 200 && !response?.sessionEnded; count += 1) {
      response = await sendCall();
    }
    const isLost = response?.status !== 200 && (mustWork || this.#refusalsOf(session).length === 0);
    expectThat(!isLost, 'No session is lost', `session ${session} got ${response?.status}`);
  }

  /** Each token that a browser got of a session that was signed out or replaced has been spent. */
  checkRevocations(): void {
    if (!this.#isFaultless) return;
    for (const token of this.#sentRefreshTokens) {
      const session = this.#upstream.sessionOf(token) ?? -1;
      if (this.#endings.get(session)?.revokes !== true || this.#upstream.hasEnded(session)) continue;
      if (this.#mayBeHandedOver.has(session)) continue;
      const isSpent = this.#upstream.attempts.some(
        (attempt) => attempt.token === token && attempt.result === 'refreshed',
      );
      expectThat(isSpent, 'A sign-out spends the refresh token', `session ${session}`);
    }
  }
}

/** Whether such a request is to end the session that it holds. */
const endsSession = (kind: Kind): boolean => kind !== 'call' && kind !== 'open link';

function expectThat(isTrue: boolean, promise: string, detail: string): void {
  if (!isTrue) throw new Error(`${promise}: violated, ${detail}`);
}
