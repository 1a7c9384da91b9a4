import type { Agent, Dispatcher } from 'undici';
import { type Call, calls } from '#shared/calls.ts';
import { connectionOf, wasReusedTooLate } from './connection-history.ts';
import type { Tally } from './tally.ts';
import type { Unanswered } from './unanswered.ts';

/** Longer than anything may take: what is not answered by then hangs. */
const patienceMs = 90_000;

type Answer = Pick<Dispatcher.ResponseData, 'statusCode' | 'headers'> & { readonly text: string };

export interface Network {
  readonly origin: string;
  /** Keeps connections and uses them again. */
  readonly agent: Agent;
  /** Makes a new connection for each request. */
  readonly newConnections: Agent;
}

/** A browser as far as HTTP goes, with one account signed in: whatever it is answered is written into the tally. */
export class Browser {
  readonly email: string;
  readonly #origin: string;
  readonly #agent: Agent;
  readonly #newConnections: Agent;
  readonly #cookies = new Map<string, string>();
  tally: Tally;

  constructor({ origin, agent, newConnections }: Network, email: string, tally: Tally) {
    this.#origin = origin;
    this.#agent = agent;
    this.#newConnections = newConnections;
    this.email = email;
    this.tally = tally;
  }

  /** @returns status and body; status 0 when there was no answer */
  async send(method: Dispatcher.HttpMethod, path: string, body?: object): Promise<{ status: number; text: string }> {
    const started = performance.now();
    const { tally } = this;
    const { happening } = tally;
    const describe = (error: unknown): Unanswered => ({
      at: new Date().toISOString(),
      method,
      path,
      milliseconds: performance.now() - started,
      error,
      connection: connectionOf(error),
      during: [happening, tally.happening],
    });
    try {
      const response = await this.#request(this.#agent, method, path, body).catch((error) => {
        if (method !== 'GET' || !wasReusedTooLate(error)) throw error;
        // Browsers do so by themselves, and nobody sees it; a write is not repeated here. RFC 9110 §9.2.2
        tally.repeatedReads.push(describe(error));
        return this.#request(this.#newConnections, method, path);
      });
      const { statusCode: status, headers, text } = response;
      this.#keep([headers['set-cookie'] ?? []].flat());
      tally.answered({
        method,
        status,
        milliseconds: performance.now() - started,
        // Every answer of the gateway's names itself; one of the proxy's own does not.
        byGateway: headers['trace-id'] !== undefined,
        overloaded: status === 503 && text.includes('Overloaded'),
        sessionEnded: headers['session-ended'] !== undefined,
      });
      return { status, text };
    } catch (error) {
      tally.failed(describe(error));
      return { status: 0, text: '' };
    }
  }

  async #request(agent: Agent, method: Dispatcher.HttpMethod, path: string, body?: object): Promise<Answer> {
    const response = await agent.request({
      origin: this.#origin,
      path,
      method,
      signal: AbortSignal.timeout(patienceMs),
      headers: {
        cookie: [...this.#cookies.values()].join('; '),
        'sec-fetch-site': 'same-origin',
        accept: path.startsWith('/web/') ? 'application/json' : 'text/html',
        ...(body && { 'content-type': 'application/json' }),
      },
      body: body ? JSON.stringify(body) : null,
    });
    const { statusCode, headers } = response;
    return { statusCode, headers, text: await response.body.text() };
  }

  /** A load of the account's page, as a browser makes it: several calls at once, all with the same cookies. */
  async loadPage(): Promise<void> {
    await Promise.all([
      this.readProfile(),
      this.sendCall(calls.visitorCountry),
      this.sendCall(calls.routerSetup),
      this.send('GET', '/profile'),
    ]);
  }

  /** A write that nobody may repeat but its sender. */
  async saveSettings(): Promise<void> {
    await this.sendCall(calls.updateSettings, { receive_newsletters: true });
  }

  /** Whether the answer was this account's profile. */
  async readProfile(): Promise<boolean> {
    const { status, text } = await this.sendCall(calls.profile);
    if (status !== 200) return false;
    const mine = text.includes(`"${this.email}"`);
    if (!mine) this.tally.mixedUp += 1;
    return mine;
  }

  sendCall({ method, path }: Call, body?: object): Promise<{ status: number; text: string }> {
    return this.send(method, path, body);
  }

  /** As the page asks at its start: whether there is a session, and whether the upstream takes it. */
  async isSignedIn(): Promise<boolean> {
    const { status, text } = await this.send('GET', '/session');
    return status === 200 && JSON.parse(text).signedIn === true && (await this.readProfile());
  }

  #keep(setCookies: readonly string[]): void {
    for (const line of setCookies) {
      const [pair = ''] = line.split(';', 1);
      const name = pair.slice(0, pair.indexOf('='));
      if (/; Max-Age=0(;|$)/.test(line)) this.#cookies.delete(name);
      else this.#cookies.set(name, pair);
    }
  }
}
