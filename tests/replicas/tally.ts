import { describeUnanswered, type Unanswered } from './unanswered.ts';

export interface Answered {
  readonly method: string;
  readonly status: number;
  readonly milliseconds: number;
  readonly byGateway: boolean;
  readonly overloaded: boolean;
  readonly sessionEnded: boolean;
}

/** What a crowd of browsers has met for a while. */
export class Tally {
  requests = 0;
  /** Answers that said that the session is over: none of these sessions ever is. */
  sessionsEnded = 0;
  /** Profiles of somebody else. */
  mixedUp = 0;
  /** Requests that a gateway turned away because it had too much to do: this machine is too small for the load. */
  overloaded = 0;
  /** All other 5xx of the gateway's. */
  gatewayErrors = 0;
  /** 5xx of the proxy's, to reads: another replica could have answered. */
  proxyErrors = 0;
  /**
   * Writes that the proxy answered with a 5xx or by closing: they had reached a replica, and only their sender may
   * repeat them.
   */
  cutWrites = 0;
  /** 401 with the session kept: the new token was worn out, too, before it was used. */
  wornTwice = 0;
  /**
   * Reads that were sent again because an old connection was closed under them, as browsers do; not among the
   * unanswered.
   */
  readonly repeatedReads: Unanswered[] = [];
  /** What is being done to the lab, in words for people. */
  happening = 'nothing';
  /** Reads and writes that got no answer at all. */
  readonly unanswered: Unanswered[] = [];
  readonly otherStatuses = new Map<number, number>();
  readonly #milliseconds: number[] = [];

  answered({ method, status, milliseconds, byGateway, overloaded, sessionEnded }: Answered): void {
    this.requests += 1;
    this.#milliseconds.push(milliseconds);
    if (sessionEnded) this.sessionsEnded += 1;
    else if (status === 401) this.wornTwice += 1;
    if (status < 400 || status === 401) return;
    if (status < 500) this.otherStatuses.set(status, (this.otherStatuses.get(status) ?? 0) + 1);
    else if (overloaded) this.overloaded += 1;
    else if (byGateway) this.gatewayErrors += 1;
    else if (method === 'GET') this.proxyErrors += 1;
    else this.cutWrites += 1;
  }

  failed(request: Unanswered): void {
    this.requests += 1;
    if (request.method !== 'GET') this.cutWrites += 1;
    this.unanswered.push(request);
  }

  get unansweredReads(): readonly Unanswered[] {
    return this.unanswered.filter(({ method }) => method === 'GET');
  }

  /** A line for each request whose connection failed, also where that did no harm. */
  describeFailures(): string[] {
    return [
      ...this.unanswered.map((request) => `no answer: ${describeUnanswered(request)}`),
      ...this.repeatedReads.map((request) => `sent again: ${describeUnanswered(request)}`),
    ];
  }

  /** Milliseconds that this share of the answers stayed below. */
  quantile(share: number): number {
    const sorted = this.#milliseconds.toSorted((a, b) => a - b);
    return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
  }
}
