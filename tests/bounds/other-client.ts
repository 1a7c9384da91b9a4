import { setTimeout as pause } from 'node:timers/promises';
import { Agent, type Dispatcher, request } from 'undici';
import { calls } from '#shared/calls.ts';
import { sealedCookie } from './sealed-cookies.ts';

const everyMs = 50;
/** How often a new visitor opens a connection. */
const newVisitorEveryMs = 500;
/** As many as a browser opens. */
const connections = 6;
/** A request that takes longer has failed. */
const timeoutMs = 10_000;

export interface Experience {
  readonly requests: number;
  readonly failures: readonly string[];
  readonly medianMs: number;
  readonly p99Ms: number;
  /** From a new visitor's first packet to the whole page, in the worst case. */
  readonly newVisitorMs: number;
}

/** The attackers use 127.0.0.1, and claim others there. */
export const otherAddress = '127.0.0.2';

const options: Agent.Options = {
  // Not in `connect`, where undici overwrites it.
  localAddress: otherAddress,
  headersTimeout: timeoutMs,
  bodyTimeout: timeoutMs,
};

interface Visit {
  readonly path: string;
  readonly accept: string;
  readonly method?: 'POST';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Instead of those of an ordinary session. */
  readonly cookies?: () => string;
}

const cookie = sealedCookie('access_token', 'ordinary');
const expired = sealedCookie('access_token', 'expired');
let sessions = 0;
/** A refresh waits for Redis about twenty times. */
function expiredSession(): string {
  sessions += 1;
  return `${expired}; ${sealedCookie('refresh_token', `other-client-${sessions}`)}`;
}
const visits: readonly [Visit, ...Visit[]] = [
  { path: '/enter', accept: 'text/html' },
  { path: calls.profile.path, accept: 'application/json' },
  { path: calls.profile.path, accept: 'application/json', cookies: expiredSession },
  {
    path: calls.updateSettings.path,
    accept: 'application/json',
    method: 'POST',
    headers: { 'sec-fetch-site': 'same-origin', 'content-type': 'application/json' },
    body: '{"newsletter":true}',
  },
];

/** A client with its own address that loads pages and makes calls at a steady rate during attacks. */
export class OtherClient {
  readonly #agent = new Agent({ ...options, connections, keepAliveTimeout: 600_000, keepAliveMaxTimeout: 600_000 });
  readonly #stop = new AbortController();
  readonly #origin: string;
  readonly #pending = new Set<number>();
  readonly #arriving = new Set<number>();
  #durations: number[] = [];
  #arrivals: number[] = [];
  #failures: string[] = [];

  constructor(port: number) {
    this.#origin = `http://127.0.0.1:${port}`;
    void this.#run();
  }

  /** The address that the gateway sees: what it tells the upstream. */
  async seenAddress(): Promise<string> {
    const response = await request(this.#origin + calls.profile.path, {
      dispatcher: this.#agent,
      headers: { host: 'localhost', cookie: sealedCookie('access_token', 'client address') },
    });
    const { address } = (await response.body.json()) as { readonly address: string };
    return address;
  }

  /** The result since the last call. */
  takeExperience(): Experience {
    // Pending requests count with their waiting time.
    const waitingSince = (started: ReadonlySet<number>) => [...started].map((time) => performance.now() - time);
    const sorted = [...this.#durations, ...waitingSince(this.#pending)].sort((a, b) => a - b);
    const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
    const experience = {
      requests: this.#durations.length,
      failures: this.#failures,
      medianMs: at(0.5),
      p99Ms: at(0.99),
      newVisitorMs: Math.max(...this.#arrivals, ...waitingSince(this.#arriving)),
    };
    this.#durations = [];
    this.#arrivals = [];
    this.#failures = [];
    return experience;
  }

  async close(): Promise<void> {
    this.#stop.abort();
    await this.#agent.destroy();
  }

  async #run(): Promise<void> {
    await Promise.all(Array.from({ length: connections }, () => this.#send(visits[0])));
    void this.#visit();
    for (let count = 0; !this.#stop.signal.aborted; count += 1) {
      void this.#send(visits[count % visits.length] ?? visits[0]);
      await pause(everyMs);
    }
  }

  async #send(visit: Visit): Promise<void> {
    const started = performance.now();
    this.#pending.add(started);
    try {
      await this.#load(visit, this.#agent);
      this.#durations.push(performance.now() - started);
    } catch (error) {
      if (!this.#stop.signal.aborted) this.#failures.push(String(error));
    } finally {
      this.#pending.delete(started);
    }
  }

  /** Repeatedly opens a page with a new connection. */
  async #visit(): Promise<void> {
    while (!this.#stop.signal.aborted) {
      void this.#arrive();
      await pause(newVisitorEveryMs);
    }
  }

  async #arrive(): Promise<void> {
    const started = performance.now();
    this.#arriving.add(started);
    const agent = new Agent(options);
    // The wait counts, also if the queue for new connections is full.
    await this.#load(visits[0], agent).catch(() => undefined);
    this.#arrivals.push(performance.now() - started);
    this.#arriving.delete(started);
    await agent.destroy();
  }

  async #load({ path, accept, cookies, ...write }: Visit, dispatcher: Dispatcher): Promise<void> {
    const sent = { accept, 'accept-encoding': 'gzip, br', cookie: cookies?.() ?? cookie };
    const headers = { host: 'localhost', ...sent, ...write.headers };
    const { statusCode, body } = await request(this.#origin + path, { dispatcher, ...write, headers });
    await body.dump();
    if (statusCode !== 200) throw new Error(`${path} ${statusCode}`);
  }
}
