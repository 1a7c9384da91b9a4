/** A request to the upstream's calls; status 0 until it is answered, and for ever when it never is. */
export interface ArrivedRequest {
  readonly method: string;
  readonly path: string;
  readonly traceId: string | null;
  status: number;
  readonly at: number;
}

const kept = 1000;

/** What arrived, oldest first: no bodies and no headers, so nothing secret is in it. */
export class RequestLog {
  readonly #arrived: ArrivedRequest[] = [];

  add(request: ArrivedRequest): ArrivedRequest {
    this.#arrived.push(request);
    if (this.#arrived.length > kept) this.#arrived.shift();
    return request;
  }

  list(): readonly ArrivedRequest[] {
    return this.#arrived;
  }
}
