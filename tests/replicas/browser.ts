import type { Agent, Dispatcher } from 'undici';
import { type Call, calls } from '#shared/calls.ts';
import { connectionOf, wasReusedTooLate } from './connection-history.ts';
import type { FailedRequest } from './failed-requests.ts';
import type { LoadResult } from './load-result.ts';

/** Longer than any request may take: without a response by then, it hangs. */
const timeoutMs = 90_000;

type TextResponse = Pick<Dispatcher.ResponseData, 'statusCode' | 'headers'> & { readonly text: string };

export interface Network {
  readonly origin: string;
  /** Keeps connections and uses them again. */
  readonly agent: Agent;
  /** Makes a new connection for each request. */
  readonly newConnections: Agent;
}

/** The HTTP side of a browser that is signed in to one account. Records every response in its result. */
export class Browser {
  readonly email: string;
  readonly #origin: string;
  readonly #agent: Agent;
  readonly #newConnections: Agent;
  readonly #cookies = new Map<string, string>();
  result: LoadResult;

  constructor({ origin, agent, newConnections }: Network, email: string, result: LoadResult) {
    this.#origin = origin;
    this.#agent = agent;
    this.#newConnections = newConnections;
    this.email = email;
    this.result = result;
  }

  /** @returns status and body; status 0 if there was no response */
  async send(method: Dispatcher.HttpMethod, path: string, body?: object): Promise<{ status: number; text: string }> {
    const started = performance.now();
    const { result } = this;
    const { happening } = result;
    const describe = (error: unknown): FailedRequest => ({
      at: new Date().toISOString(),
      method,
      path,
      milliseconds: performance.now() - started,
      error,
      connection: connectionOf(error),
      during: [happening, result.happening],
    });
    try {
      const response = await this.#request(this.#agent, method, path, body).catch((error) => {
        if (method !== 'GET' || !wasReusedTooLate(error)) throw error;
        // Browsers retry reads silently, but not writes. RFC 9110 §9.2.2
        result.repeatedReads.push(describe(error));
        return this.#request(this.#newConnections, method, path);
      });
      const { statusCode: status, headers, text } = response;
      this.#keep([headers['set-cookie'] ?? []].flat());
      result.addResponse({
        method,
        status,
        milliseconds: performance.now() - started,
        // Responses of the gateway have a trace id, those of the proxy do not.
        byGateway: headers['trace-id'] !== undefined,
        overloaded: status === 503 && text.includes('Overloaded'),
        sessionEnded: headers['session-ended'] !== undefined,
      });
      return { status, text };
    } catch (error) {
      result.addFailure(describe(error));
      return { status: 0, text: '' };
    }
  }

  async #request(agent: Agent, method: Dispatcher.HttpMethod, path: string, body?: object): Promise<TextResponse> {
    const response = await agent.request({
      origin: this.#origin,
      path,
      method,
      signal: AbortSignal.timeout(timeoutMs),
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

  /** Loads the account page like a browser: several concurrent calls with the same cookies. */
  async loadPage(): Promise<void> {
    await Promise.all([
      this.readProfile(),
      this.sendCall(calls.visitorCountry),
      this.sendCall(calls.routerSetup),
      this.send('GET', '/profile'),
    ]);
  }

  /** A write, which only its sender may retry. */
  async saveSettings(): Promise<void> {
    await this.sendCall(calls.updateSettings, { receive_newsletters: true });
  }

  /** Whether the response was this account's profile. */
  async readProfile(): Promise<boolean> {
    const { status, text } = await this.sendCall(calls.profile);
    if (status !== 200) return false;
    const mine = text.includes(`"${this.email}"`);
    if (!mine) this.result.mixedUp += 1;
    return mine;
  }

  sendCall({ method, path }: Call, body?: object): Promise<{ status: number; text: string }> {
    return this.send(method, path, body);
  }

  /** Checks like the page at its start whether there is a session and the upstream accepts it. */
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
