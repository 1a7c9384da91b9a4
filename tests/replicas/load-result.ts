import { describeFailedRequest, type FailedRequest } from './failed-requests.ts';

export interface ReceivedResponse {
  readonly method: string;
  readonly status: number;
  readonly milliseconds: number;
  readonly byGateway: boolean;
  readonly overloaded: boolean;
  readonly sessionEnded: boolean;
}

/** What happened to the requests of the virtual users. */
export class LoadResult {
  requests = 0;
  /** Responses that ended a session, which no scenario should cause. */
  sessionsEnded = 0;
  /** Profiles of another account. */
  mixedUp = 0;
  /** Requests that a gateway rejected for overload: this machine is too slow for the load. */
  overloaded = 0;
  /** All other 5xx of the gateway. */
  gatewayErrors = 0;
  /** 5xx of the proxy for reads, which it could have retried on another replica. */
  proxyErrors = 0;
  /**
   * Writes that got a 5xx of the proxy or a closed connection: they had reached a replica, and only their sender may
   * retry them.
   */
  cutWrites = 0;
  /** 401 without the end of the session: the new token expired, too, before it was used. */
  expiredTwice = 0;
  /**
   * Reads that were retried because a reused connection was closed, as browsers do; not among the failed requests.
   */
  readonly repeatedReads: FailedRequest[] = [];
  /** The current scenario, for the report. */
  happening = 'nothing';
  /** Reads and writes without any response. */
  readonly failedRequests: FailedRequest[] = [];
  readonly otherStatuses = new Map<number, number>();
  readonly #milliseconds: number[] = [];

  addResponse({ method, status, milliseconds, byGateway, overloaded, sessionEnded }: ReceivedResponse): void {
    this.requests += 1;
    this.#milliseconds.push(milliseconds);
    if (sessionEnded) this.sessionsEnded += 1;
    else if (status === 401) this.expiredTwice += 1;
    if (status < 400 || status === 401) return;
    if (status < 500) this.otherStatuses.set(status, (this.otherStatuses.get(status) ?? 0) + 1);
    else if (overloaded) this.overloaded += 1;
    else if (byGateway) this.gatewayErrors += 1;
    else if (method === 'GET') this.proxyErrors += 1;
    else this.cutWrites += 1;
  }

  addFailure(request: FailedRequest): void {
    this.requests += 1;
    if (request.method !== 'GET') this.cutWrites += 1;
    this.failedRequests.push(request);
  }

  get failedReads(): readonly FailedRequest[] {
    return this.failedRequests.filter(({ method }) => method === 'GET');
  }

  /** One line for each request whose connection failed, including harmless ones. */
  describeFailures(): string[] {
    return [
      ...this.failedRequests.map((request) => `no response: ${describeFailedRequest(request)}`),
      ...this.repeatedReads.map((request) => `retried: ${describeFailedRequest(request)}`),
    ];
  }

  /** The response time in milliseconds at this quantile. */
  quantile(share: number): number {
    const sorted = this.#milliseconds.toSorted((a, b) => a - b);
    return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
  }
}
