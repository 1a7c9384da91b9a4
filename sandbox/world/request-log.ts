/** A request to one of the upstream's calls. The status is 0 until there is a response. */
export interface LoggedRequest {
  readonly method: string;
  readonly path: string;
  readonly traceId: string | null;
  status: number;
  readonly at: number;
}

const limit = 1000;

/** The requests, oldest first, without bodies and headers, so that the log contains no secrets. */
export class RequestLog {
  readonly #requests: LoggedRequest[] = [];

  add(request: LoggedRequest): LoggedRequest {
    this.#requests.push(request);
    if (this.#requests.length > limit) this.#requests.shift();
    return request;
  }

  list(): readonly LoggedRequest[] {
    return this.#requests;
  }
}
