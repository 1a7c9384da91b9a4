import fc from 'fast-check';
import { calls } from '#shared/calls.ts';
import { createIdentity } from '../../gateway/session/sealed-token.ts';
import { SessionCookies } from '../../gateway/session/session-cookies.ts';
import { hashToken } from '../../gateway/session/token-keys.ts';
import { config, type GatewayCode, type GatewayRequest, type GatewayResponse, Replica } from './replica.ts';
import { SharedRedis, type StoreState } from './shared-redis.ts';
import { type Attempt, type RefreshFault, SimulatedUpstream } from './simulated-upstream.ts';
import { World } from './world.ts';

/** How long a rotated token leads to its successor, and an ended session sets no cookies. decisions.md §3, Refresh */
const successorMs = 60_000;
const endedMs = 120_000;
/** A replica whose store failed within this time does not trust a refusal. */
const distrustMs = 2 * config.upstreamTimeoutMs + 5_000;

type Kind = 'call' | 'sign out' | 'sign in' | 'delete account' | 'hand over';
type Action =
  | { readonly kind: Kind; readonly replica: number; readonly leavesAfter: number | null }
  | { readonly kind: 'expire access tokens' }
  | { readonly kind: 'wait'; readonly seconds: number };

type Incident =
  | { readonly kind: 'crash'; readonly replica: number }
  | { readonly kind: 'store'; readonly replicas: readonly number[]; readonly state: StoreState }
  | { readonly kind: 'store forgets'; readonly noticed: boolean }
  | { readonly kind: 'upstream ends sessions' };

/** What happens, apart from the order. */
export interface Plan {
  readonly graceSeconds: number;
  readonly browsers: number;
  /** The tabs' actions, one list for each of 2 to 4 tabs. */
  readonly tabs: readonly (readonly Action[])[];
  readonly incidents: readonly { readonly step: number; readonly incident: Incident }[];
  readonly refreshFaults: readonly RefreshFault[];
}

const replicaIndex = fc.nat(1);
const request: fc.Arbitrary<Action> = fc.record({
  kind: fc.oneof(
    { arbitrary: fc.constant('call' as const), weight: 6 },
    { arbitrary: fc.constantFrom('sign out' as const, 'sign in' as const), weight: 3 },
    { arbitrary: fc.constantFrom('delete account' as const, 'hand over' as const), weight: 2 },
  ),
  replica: replicaIndex,
  leavesAfter: fc.option(fc.nat(60), { nil: null, freq: 12 }),
});
const action: fc.Arbitrary<Action> = fc.oneof(
  { arbitrary: request, weight: 8 },
  { arbitrary: fc.constant<Action>({ kind: 'expire access tokens' }), weight: 3 },
  {
    arbitrary: fc.constantFrom(2, 12, 40).map((seconds): Action => ({ kind: 'wait', seconds })),
    weight: 1,
  },
);
const step = fc.nat(120);
const storeIncident: fc.Arbitrary<Incident> = fc.oneof(
  fc.record({
    kind: fc.constant('store' as const),
    replicas: fc.constantFrom([0], [1], [0, 1]),
    state: fc.constantFrom<StoreState>('up', 'up', 'refuses', 'stalls', 'loses responses'),
  }),
  fc.record({ kind: fc.constant('store forgets' as const), noticed: fc.boolean() }),
);
const crash = fc.record({ kind: fc.constant('crash' as const), replica: replicaIndex });
const ends = fc.constant<Incident>({ kind: 'upstream ends sessions' });
const at = (incident: fc.Arbitrary<Incident>, maxLength: number) =>
  fc.array(fc.record({ step, incident }), { maxLength });

const tabs = fc.array(fc.array(action, { minLength: 1, maxLength: 4 }), { minLength: 2, maxLength: 4 });
const common = {
  graceSeconds: fc.constantFrom(0, 30),
  browsers: fc.constantFrom(1, 1, 2),
  tabs,
};
const fault = fc.constantFrom<RefreshFault>('none', 'none', 'server error', 'lost request', 'lost response');

/** Half of the plans have no fault in store, replicas and upstream: they keep the strictest properties. */
export const plans: fc.Arbitrary<Plan> = fc.oneof(
  fc.record({ ...common, incidents: at(ends, 1), refreshFaults: fc.constant([]) }),
  fc.record({
    ...common,
    incidents: at(fc.oneof(crash, crash, ends), 3),
    refreshFaults: fc.array(fault, { maxLength: 4 }),
  }),
  fc.record({
    ...common,
    incidents: at(fc.oneof(storeIncident, storeIncident, storeIncident, crash, ends), 6),
    refreshFaults: fc.array(fault, { maxLength: 4 }),
  }),
);

/** A session that a user action ended: the response to it has been written. */
interface Ending {
  readonly at: number;
  readonly replica: Replica;
  /** Of the request that ended it. */
  readonly token: string | null;
  /** Whether the refresh token is spent. */
  readonly revokes: boolean;
}

/** A cookie jar that several tabs share. */
type Browser = Map<string, string>;

const oracle = new SessionCookies(config);

/** Runs one plan in one order and checks the properties on the way. Throws when one is violated. */
export class Interleaving {
  readonly #plan: Plan;
  readonly #code: GatewayCode;
  readonly #world: World;
  readonly #redis = new SharedRedis();
  readonly #upstream: SimulatedUpstream;
  readonly #replicas: Replica[] = [];
  readonly #browsers: Browser[] = [];
  readonly #endings = new Map<number, Ending>();
  /** Sessions that a request was to end, whether or not its response was written. */
  readonly #mayHaveEnded = new Set<number>();
  /** Refusals that arrived at a replica whose store had not failed. */
  readonly #trusted = new Set<Attempt>();
  /** Refreshed pairs that a replica took along in its crash. */
  readonly #lost = new Set<Attempt>();
  /** Sessions whose cookies a response to a call has cleared. */
  readonly #cleared = new Set<number>();
  readonly #pending = new Set<Pending>();
  readonly #leaving: { readonly pending: Pending; readonly step: number }[] = [];
  readonly #sentRefreshTokens = new Set<string>();
  /** Refresh tokens that the extension has now. */
  readonly #handedOver = new Set<string>();
  /** Sessions that the extension may have: a gateway does not learn whether its response has arrived. */
  readonly #mayBeHandedOver = new Set<number>();
  readonly #isFaultless: boolean;
  readonly #storeIsReliable: boolean;
  #violation: Error | null = null;
  #runningTasks = 0;

  constructor(plan: Plan, scheduler: fc.Scheduler, code: GatewayCode) {
    this.#plan = plan;
    this.#code = code;
    this.#world = new World(scheduler);
    this.#upstream = new SimulatedUpstream(this.#world, plan.graceSeconds, plan.refreshFaults);
    this.#upstream.onRefresh = (attempt) => this.#checkRefresh(attempt);
    this.#upstream.onResult = (attempt) => this.#noteResult(attempt);
    const kinds = plan.incidents.map(({ incident }) => incident.kind);
    this.#storeIsReliable = !kinds.some((kind) => kind.startsWith('store'));
    this.#isFaultless = this.#storeIsReliable && !kinds.includes('crash') && plan.refreshFaults.length === 0;
  }

  get steps(): number {
    return this.#world.steps;
  }

  async run(): Promise<void> {
    for (const index of [0, 1]) await this.#startReplica(index);
    await this.#world.run((now) => {
      if (now === 0) this.#begin();
      for (const { step: when, incident } of this.#plan.incidents) if (when === now) this.#cause(incident);
      this.#disconnect(now);
      this.#throwViolation();
    });
    this.#checkTermination();
    await this.#checkSessions();
    this.#checkTermination();
    if (this.#isFaultless) this.#checkRevocations();
  }

  async #startReplica(index: number): Promise<void> {
    this.#replicas[index] = await Replica.start(this.#code, this.#world, this.#redis, this.#upstream);
  }

  #begin(): void {
    for (let index = 0; index < this.#plan.browsers; index += 1) {
      const pair = this.#upstream.signIn();
      const browser: Browser = new Map();
      apply(browser, oracle.setTokens({ access: pair.access_token, refresh: pair.refresh_token }, createIdentity()));
      this.#sentRefreshTokens.add(pair.refresh_token);
      this.#browsers.push(browser);
    }
    this.#upstream.expireAccessTokens();
    this.#plan.tabs.forEach((actions, index) => {
      const browser = this.#browsers[index % this.#browsers.length];
      if (browser) this.#do(() => this.#runTab(browser, actions));
    });
  }

  /** Counts as a request without a response until the task ends. */
  #do(task: () => Promise<void>): void {
    this.#runningTasks += 1;
    task()
      .then(() => {
        this.#runningTasks -= 1;
      })
      .catch((error: Error) => {
        this.#violation ??= error;
      });
  }

  async #runTab(browser: Browser, actions: readonly Action[]): Promise<void> {
    for (const each of actions) {
      if (each.kind === 'wait') await this.#world.sleep(each.seconds * 1_000);
      await this.#world.arrival(null, `tab: ${each.kind}`);
      if (each.kind === 'expire access tokens') this.#upstream.expireAccessTokens();
      else if (each.kind !== 'wait') await this.#request(browser, each.kind, each.replica, each.leavesAfter);
    }
  }

  /** One request of a browser; resolves when its response has arrived, or never will. */
  async #request(
    browser: Browser,
    kind: Kind,
    index: number,
    leavesAfter: number | null = null,
  ): Promise<GatewayResponse | null> {
    const cookie = [...browser].map(([name, value]) => `${name}=${value}`).join('; ');
    await this.#world.arrival(null, `gateway: ${kind}`);
    const replica = this.#replicaAt(index);
    // Only the replica's own code continues from here.
    const response = new Promise<GatewayResponse | null>((resolve) => {
      void this.#world.arrival(replica, `replica ${index}: ${kind}`).then(() => {
        const held = this.#heldIn(cookie);
        const receivedAt = this.#world.now;
        if (kind !== 'call' && held.session !== null) this.#mayHaveEnded.add(held.session);
        if (kind === 'hand over' && held.session !== null) this.#mayBeHandedOver.add(held.session);
        const { disconnect } = replica.handle({ ...requests[kind], cookie }, (written) => {
          this.#check(() => this.#checkResponse(kind, held, replica, written));
          if (kind === 'call') this.#check(() => this.#checkCleared(held, browser, receivedAt, written));
          // Browsers apply cookies in the order in which they were written.
          apply(browser, written.setCookies);
          this.#pending.delete(pending);
          resolve(written);
        });
        pending.disconnect = disconnect;
      });
      const pending: Pending = { replica, disconnect: () => undefined, lose: () => resolve(null) };
      this.#pending.add(pending);
      if (leavesAfter !== null) this.#leaving.push({ pending, step: this.#world.steps + leavesAfter });
    });
    return response;
  }

  /** Clients disconnect, unless they have their responses by now. */
  #disconnect(now: number): void {
    for (const { pending, step: when } of this.#leaving) {
      if (when !== now || !this.#pending.delete(pending)) continue;
      pending.lose();
      if (!pending.replica.crashed) pending.disconnect();
    }
  }

  #cause(incident: Incident): void {
    switch (incident.kind) {
      case 'crash':
        this.#crash(incident.replica);
        break;
      case 'store':
        for (const index of incident.replicas) this.#replicaAt(index).store.state = incident.state;
        break;
      case 'store forgets':
        this.#redis.clear();
        if (incident.noticed) for (const { store } of this.#replicas) store.noteFailure();
        break;
      case 'upstream ends sessions':
        this.#upstream.endSessions();
    }
  }

  /** Nothing of the replica continues; a new one starts in its place. */
  #crash(index: number): void {
    const replica = this.#replicaAt(index);
    replica.crashed = true;
    this.#world.stopTimers(replica);
    for (const pending of this.#pending) {
      if (pending.replica !== replica) continue;
      this.#pending.delete(pending);
      pending.lose();
    }
    for (const attempt of this.#upstream.attempts) {
      if (attempt.owner !== replica || !attempt.isKnown) continue;
      if (!this.#redis.get(`next:${hashToken(attempt.token)}`)) this.#lost.add(attempt);
    }
    const { state } = replica.store;
    this.#do(async () => {
      await this.#startReplica(index);
      this.#replicaAt(index).store.state = state;
    });
  }

  #replicaAt(index: number): Replica {
    const replica = this.#replicas[index];
    if (!replica) throw new Error(`No replica ${index}`);
    return replica;
  }

  /** The session in a Cookie header. */
  #heldIn(cookie: string): Held {
    const { access, refresh, identity } = oracle.read(cookie, '/');
    const token = refresh ?? access;
    return { token, session: token === null ? null : this.#upstream.sessionOf(token), identity: identity?.id ?? null };
  }

  #check(task: () => void): void {
    try {
      task();
    } catch (error) {
      this.#violation ??= error as Error;
    }
  }

  #throwViolation(): void {
    if (this.#violation) throw this.#violation;
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
      const wasRenewed = earlier.isKnown && earlier.result === 'renewed';
      const isRecent = earlier.endedAt !== null && this.#world.now - earlier.endedAt < successorMs;
      const isSecond = isRunning || (wasRenewed && isRecent);
      this.#check(() =>
        expectThat(!(this.#storeIsReliable && isSecond), 'One refresh per token', `session ${session}`),
      );
    }
  }

  #checkResponse(
    kind: Kind,
    held: Held,
    replica: Replica,
    { status, setCookies, sessionEnded, location }: GatewayResponse,
  ): void {
    const session = held.session ?? -1;
    const handedOver = handedOverIn(location);
    const written: Browser = new Map();
    apply(written, setCookies);
    const clears = setCookies.some(clearsRefreshToken);
    const isOwnEnding = kind === 'hand over' ? handedOver !== null : kind !== 'call' && status < 300;
    expectThat(status < 500 || status >= 502, 'No internal error', `status ${status}`);

    const ending = this.#endings.get(session);
    const isWithin = ending && this.#world.now - ending.at < endedMs;
    // Without the store a replica knows what it did itself, but not which tokens others have rotated.
    const isOwn = ending?.replica === replica && ending.token === held.token;
    const isKnown = this.#storeIsReliable || isOwn;
    if (!isOwnEnding && isWithin && isKnown) {
      expectThat(
        written.size === 0 && !clears,
        'No cookie after the end of a session',
        `${kind} of session ${session}`,
      );
    }
    if (written.size > 0) this.#checkPair(kind, held, written);
    if (handedOver !== null) this.#checkHandOver(held, handedOver);
    if ((kind === 'call' || (kind === 'hand over' && !isOwnEnding)) && (clears || sessionEnded)) {
      const isRefused = [...this.#trusted].some(({ token }) => this.#upstream.sessionOf(token) === session);
      expectThat(isRefused, 'No session is lost without a refusal', `session ${session}`);
    }
    if (isOwnEnding && held.session !== null) {
      this.#endings.set(session, {
        at: this.#world.now,
        replica,
        token: held.token,
        revokes: kind === 'sign out' || kind === 'sign in',
      });
    }
  }

  /** One of the requests received before a refusal clears the cookies. Later they may be the next session's. */
  #checkCleared({ session }: Held, browser: Browser, receivedAt: number, { setCookies }: GatewayResponse): void {
    if (session === null || !setCookies.some(clearsRefreshToken)) return;
    const refusals = this.#upstream.attempts.filter(
      ({ token, result }) => result === 'refused' && this.#upstream.sessionOf(token) === session,
    );
    const isLate =
      this.#cleared.has(session) && refusals.every(({ endedAt }) => endedAt === null || receivedAt <= endedAt);
    this.#cleared.add(session);
    const current = this.#heldIn([...browser].map(([name, value]) => `${name}=${value}`).join('; ')).session;
    const isNext = current !== null && current !== session;
    const promise = "No late response clears the next session's cookies";
    expectThat(!(isLate && isNext && this.#storeIsReliable), promise, `session ${current}`);
  }

  /** The extension got the newest pair of the browser's session, and is the only one that has it. */
  #checkHandOver({ session }: Held, { access, refresh }: HandedOver): void {
    const sessions = [access, refresh].map((token) => this.#upstream.sessionOf(token));
    const isOwn = sessions.every((each) => each === session);
    expectThat(isOwn, 'No pair of another session', `the extension got ${sessions} instead of ${session}`);
    const isSpent = this.#upstream.attempts.some(({ token, result }) => token === refresh && result === 'renewed');
    const mustWork = this.#isFaultless && !this.#mayHaveLostPair;
    expectThat(!(mustWork && isSpent), 'A pair that is handed over works', `session ${session}`);
    this.#handedOver.add(refresh);
  }

  #checkPair(kind: Kind, held: Held, written: Browser): void {
    const cookie = [...written].map(([name, value]) => `${name}=${value}`).join('; ');
    const { access, refresh, identity } = oracle.read(cookie, '/');
    if (access === null || refresh === null) throw new Error(`A pair is incomplete: ${cookie}`);
    const sessions = [access, refresh].map((token) => this.#upstream.sessionOf(token));
    if (kind === 'sign in') {
      const isNew = sessions[0] === sessions[1] && !this.#sessionsSent().has(sessions[0] ?? null);
      expectThat(isNew, 'No pair of another session', `sign-in got ${sessions}`);
    } else {
      const isOwn = sessions.every((each) => each === held.session) && identity?.id === held.identity;
      expectThat(isOwn, 'No pair of another session', `session ${held.session} got ${sessions}`);
    }
    this.#sentRefreshTokens.add(refresh);
  }

  #sessionsSent(): Set<number | null> {
    return new Set([...this.#sentRefreshTokens].map((token) => this.#upstream.sessionOf(token)));
  }

  #checkTermination(): void {
    this.#throwViolation();
    expectThat(this.#runningTasks === 0, 'Everything terminates', `${this.#runningTasks} tasks are left`);
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

  /** With all faults gone, each session works that nobody ended and the upstream did not refuse. */
  async #checkSessions(): Promise<void> {
    for (const { store } of this.#replicas) store.state = 'up';
    this.#upstream.clearFaults();
    this.#upstream.expireAccessTokens();
    const isForgiven = this.#plan.graceSeconds * 1_000 > this.#elapsedMs + 10_000;
    const mustWork = (this.#isFaultless && !this.#mayHaveLostPair) || isForgiven;
    const begin = () => {
      this.#browsers.forEach((browser, index) => {
        this.#do(() => this.#checkSession(browser, index, mustWork));
      });
      for (const replica of this.#replicas) this.#do(() => replica.close());
    };
    let hasBegun = false;
    await this.#world.run(() => {
      if (!hasBegun) begin();
      hasBegun = true;
      this.#throwViolation();
    });
  }

  async #checkSession(browser: Browser, index: number, mustWork: boolean): Promise<void> {
    const { session } = this.#heldIn([...browser].map(([name, value]) => `${name}=${value}`).join('; '));
    if (session === null || this.#mayHaveEnded.has(session) || this.#upstream.hasEnded(session)) return;
    // One may get a newer pair whose access token has expired, too, another the failure of a replica that crashed.
    let response: GatewayResponse | null = null;
    for (let count = 0; count < 3 && response?.status !== 200 && !response?.sessionEnded; count += 1) {
      response = await this.#request(browser, 'call', index);
    }
    const isRefused = this.#upstream.attempts.some(
      ({ token, result }) => result === 'refused' && this.#upstream.sessionOf(token) === session,
    );
    const isLost = response?.status !== 200 && (mustWork || !isRefused);
    expectThat(!isLost, 'No session is lost', `session ${session} got ${response?.status}`);
  }

  /** Each token that a browser got of a session that was signed out or replaced has been spent. */
  #checkRevocations(): void {
    for (const token of this.#sentRefreshTokens) {
      const session = this.#upstream.sessionOf(token) ?? -1;
      if (this.#endings.get(session)?.revokes !== true || this.#upstream.hasEnded(session)) continue;
      if (this.#mayBeHandedOver.has(session)) continue;
      const isSpent = this.#upstream.attempts.some(
        (attempt) => attempt.token === token && attempt.result === 'renewed',
      );
      expectThat(isSpent, 'A sign-out spends the refresh token', `session ${session}`);
    }
  }
}

interface Pending {
  readonly replica: Replica;
  readonly lose: () => void;
  disconnect: () => void;
}

interface HandedOver {
  readonly access: string;
  readonly refresh: string;
}

interface Held {
  readonly token: string | null;
  readonly session: number | null;
  readonly identity: string | null;
}

const requests: Readonly<Record<Kind, Omit<GatewayRequest, 'cookie'>>> = {
  call: { method: 'GET', path: calls.profile.path, body: null },
  'sign out': { method: 'DELETE', path: '/session', body: null },
  'sign in': { method: 'POST', path: calls.verifyOneTimeCode.path, body: '{"email":"a@b.example","code":"123456"}' },
  'delete account': { method: 'POST', path: calls.deleteAccount.path, body: '{}' },
  'hand over': { method: 'GET', path: '/session/extension', body: null },
};

/** The pair in the extension's address. */
function handedOverIn(location: string | null): HandedOver | null {
  if (!location?.startsWith('chrome-extension:')) return null;
  const fragment = new URLSearchParams(new URL(location).hash.slice(1));
  return { access: fragment.get('access_token') ?? '', refresh: fragment.get('refresh_token') ?? '' };
}

const clearsRefreshToken = (setCookie: string): boolean => setCookie.startsWith(`${config.refreshTokenCookie}=;`);

function expectThat(isTrue: boolean, promise: string, detail: string): void {
  if (!isTrue) throw new Error(`${promise}: violated, ${detail}`);
}

/** What a browser does with the token cookies of a response. */
function apply(browser: Browser, setCookies: readonly string[]): void {
  for (const setCookie of setCookies) {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(setCookie) ?? [];
    if (name !== config.accessTokenCookie && name !== config.refreshTokenCookie) continue;
    if (value === '') browser.delete(name);
    else browser.set(name, value);
  }
}
