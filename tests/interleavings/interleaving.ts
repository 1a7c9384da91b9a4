import type fc from 'fast-check';
import { calls } from '#shared/calls.ts';
import { createIdentity } from '../../gateway/session/sealed-token.ts';
import { SessionCookies } from '../../gateway/session/session-cookies.ts';
import { hashToken } from '../../gateway/session/token-keys.ts';
import type { TokenPair } from '../../sandbox/session/tokens.ts';
import { type Action, type Incident, type Kind, linksPerBrowser, type Plan, type RequestAction } from './plan.ts';
import { type Held, Properties } from './properties.ts';
import { config, type GatewayCode, type GatewayRequest, type GatewayResponse, pagePath, Replica } from './replica.ts';
import { SharedRedis } from './shared-redis.ts';
import { SimulatedUpstream } from './simulated-upstream.ts';
import { World } from './world.ts';

type CookieJar = Map<string, string>;

/** What several tabs share. */
interface Browser {
  readonly cookies: CookieJar;
  /** The pairs in the links that its user has received. */
  readonly links: readonly TokenPair[];
}

const oracle = new SessionCookies(config);

/** Runs one plan in one order and checks the properties on the way. Throws when one is violated. */
export class Interleaving {
  readonly #plan: Plan;
  readonly #code: GatewayCode;
  readonly #world: World;
  readonly #redis = new SharedRedis();
  readonly #upstream: SimulatedUpstream;
  readonly #properties: Properties;
  readonly #replicas: Replica[] = [];
  readonly #browsers: Browser[] = [];
  readonly #pending = new Set<Pending>();
  readonly #leaving: { readonly pending: Pending; readonly step: number }[] = [];
  #runningTasks = 0;

  constructor(plan: Plan, scheduler: fc.Scheduler, code: GatewayCode) {
    this.#plan = plan;
    this.#code = code;
    this.#world = new World(scheduler);
    this.#upstream = new SimulatedUpstream(this.#world, plan.graceSeconds, plan.refreshFaults);
    this.#properties = new Properties(plan, this.#world, this.#upstream);
  }

  async run(): Promise<void> {
    for (const index of [0, 1]) await this.#startReplica(index);
    await this.#world.run((now) => {
      if (now === 0) this.#begin();
      for (const { step: when, incident } of this.#plan.incidents) if (when === now) this.#cause(incident);
      this.#disconnect(now);
      this.#properties.throwViolation();
    });
    this.#properties.checkTermination(this.#runningTasks);
    await this.#checkSessions();
    this.#properties.checkTermination(this.#runningTasks);
    this.#properties.checkRevocations();
  }

  async #startReplica(index: number): Promise<void> {
    this.#replicas[index] = await Replica.start(this.#code, this.#world, this.#redis, this.#upstream);
  }

  #begin(): void {
    const signedIn = Array.from({ length: this.#plan.browsers }, () => this.#signIn());
    // The links' access tokens are still valid.
    this.#upstream.expireAccessTokens();
    for (const cookies of signedIn) {
      const links = Array.from({ length: linksPerBrowser }, () => this.#upstream.signIn());
      this.#browsers.push({ cookies: this.#plan.beginsSignedIn ? cookies : new Map(), links });
    }
    this.#plan.tabs.forEach((actions, index) => {
      const browser = this.#browsers[index % this.#browsers.length];
      if (browser) this.#do(() => this.#runTab(browser, actions));
    });
  }

  #signIn(): CookieJar {
    const cookies: CookieJar = new Map();
    const pair = this.#upstream.signIn();
    apply(cookies, oracle.setTokens({ access: pair.access_token, refresh: pair.refresh_token }, createIdentity()));
    this.#properties.notePair(pair.refresh_token);
    return cookies;
  }

  /** Counts as a request without a response until the task ends. */
  #do(task: () => Promise<void>): void {
    this.#runningTasks += 1;
    task()
      .then(() => {
        this.#runningTasks -= 1;
      })
      .catch((error: Error) => this.#properties.noteViolation(error));
  }

  async #runTab(browser: Browser, actions: readonly Action[]): Promise<void> {
    for (const each of actions) {
      if (each.kind === 'wait') await this.#world.sleep(each.seconds * 1_000);
      await this.#world.arrival(null, `tab: ${each.kind}`);
      if (each.kind === 'expire access tokens') this.#upstream.expireAccessTokens();
      else if (each.kind !== 'wait') await this.#request(browser, each);
    }
  }

  /** One request of a browser; resolves when its response has arrived, or never will. */
  async #request(
    { cookies, links }: Browser,
    { kind, replica: index, leavesAfter, link: linkIndex }: RequestAction,
  ): Promise<GatewayResponse | null> {
    const cookie = cookieHeader(cookies);
    const link = kind === 'open link' ? (links[linkIndex] ?? null) : null;
    await this.#world.arrival(null, `gateway: ${kind}`);
    const replica = this.#replicaAt(index);
    // Only the replica's own code continues from here.
    const response = new Promise<GatewayResponse | null>((resolve) => {
      void this.#world.arrival(replica, `replica ${index}: ${kind}`).then(() => {
        const held = this.#heldIn(cookie);
        const receivedAt = this.#world.now;
        this.#properties.noteRequest(kind, held, link);
        const { disconnect } = replica.handle({ ...requests[kind], query: queryOf(link), cookie }, (written) => {
          const { setCookies, location } = written;
          this.#properties.checkResponse({
            kind,
            held,
            link,
            replica,
            receivedAt,
            response: written,
            set: pairIn(setCookies),
            clearsCookies: setCookies.some(clearsRefreshToken),
            handedOver: handedOverIn(location),
            currentSession: this.#heldIn(cookieHeader(cookies)).session,
          });
          // Browsers apply cookies in the order in which they were written.
          apply(cookies, setCookies);
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
      if (!this.#redis.get(`next:${hashToken(attempt.token)}`)) this.#properties.noteLoss(attempt);
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

  /** Sends each browser's calls with all faults gone. */
  async #checkSessions(): Promise<void> {
    for (const { store } of this.#replicas) store.state = 'up';
    this.#upstream.clearFaults();
    this.#upstream.expireAccessTokens();
    const mustWork = this.#properties.mustSessionsWork();
    const begin = () => {
      this.#browsers.forEach((browser, replica) => {
        const held = this.#heldIn(cookieHeader(browser.cookies));
        const sendCall = () => this.#request(browser, { kind: 'call', replica, leavesAfter: null, link: 0 });
        this.#do(() => this.#properties.checkSession(held, mustWork, sendCall));
      });
      for (const replica of this.#replicas) this.#do(() => replica.close());
    };
    let hasBegun = false;
    await this.#world.run(() => {
      if (!hasBegun) begin();
      hasBegun = true;
      this.#properties.throwViolation();
    });
  }
}

interface Pending {
  readonly replica: Replica;
  readonly lose: () => void;
  disconnect: () => void;
}

const requests: Readonly<Record<Kind, Omit<GatewayRequest, 'cookie' | 'query'>>> = {
  call: { method: 'GET', path: calls.profile.path, body: null },
  'sign out': { method: 'DELETE', path: '/session', body: null },
  'sign in': { method: 'POST', path: calls.verifyOneTimeCode.path, body: '{"email":"a@b.example","code":"123456"}' },
  'delete account': { method: 'POST', path: calls.deleteAccount.path, body: '{}' },
  'hand over': { method: 'GET', path: '/session/extension', body: null },
  'open link': { method: 'GET', path: pagePath, body: null },
};

/** Of a link's URL. */
const queryOf = (link: TokenPair | null): string => (link === null ? '' : `?${new URLSearchParams({ ...link })}`);

/** The pair in the extension's address. */
function handedOverIn(location: string | null): { readonly access: string; readonly refresh: string } | null {
  if (!location?.startsWith('chrome-extension:')) return null;
  const fragment = new URLSearchParams(new URL(location).hash.slice(1));
  return { access: fragment.get('access_token') ?? '', refresh: fragment.get('refresh_token') ?? '' };
}

/** The pair that a response sets. */
function pairIn(setCookies: readonly string[]) {
  const written: CookieJar = new Map();
  apply(written, setCookies);
  if (written.size === 0) return null;
  const { access, refresh, identity } = oracle.read(cookieHeader(written), '/');
  return { access, refresh, identity: identity?.id ?? null };
}

const clearsRefreshToken = (setCookie: string): boolean => setCookie.startsWith(`${config.refreshTokenCookie}=;`);

const cookieHeader = (cookies: CookieJar): string => [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');

/** What a browser does with the token cookies of a response. */
function apply(cookies: CookieJar, setCookies: readonly string[]): void {
  for (const setCookie of setCookies) {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(setCookie) ?? [];
    if (name !== config.accessTokenCookie && name !== config.refreshTokenCookie) continue;
    if (value === '') cookies.delete(name);
    else cookies.set(name, value);
  }
}
