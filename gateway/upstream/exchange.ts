import type { IncomingHttpHeaders } from 'node:http';
import type { Dispatcher } from 'undici';
import { codes } from '#shared/problem.ts';
import type { ByteBudget } from '../http/byte-budget.ts';
import { Problem } from '../http/problem.ts';

export interface UpstreamResponse {
  readonly status: number;
  readonly headers: ResponseHeaders;
  /** As received, in its content encoding. */
  readonly body: Buffer;
  readonly milliseconds: number;
  /** Gives the memory of the body back to the budget; call it when the body is no longer needed. */
  release(): void;
}

/** What all exchanges share. */
export interface ExchangeLimits {
  readonly timeoutMs: number;
  /** Response bytes in memory. */
  readonly budget: ByteBudget;
  /** Called once, when the request has a connection or its exchange is over. */
  readonly onLeftQueue: () => void;
}

/** The headers that the gateway uses; all others are dropped on arrival. */
export interface ResponseHeaders {
  readonly contentType?: string | undefined;
  readonly contentEncoding?: string | undefined;
  readonly cacheControl?: string | undefined;
  readonly retryAfter?: string | undefined;
  readonly date?: string | undefined;
}

/** One request to the upstream and its response, read whole. Implements undici's handler interface. */
export class Exchange implements Dispatcher.DispatchHandler {
  /** Rejects with a `Problem`. */
  readonly response: Promise<UpstreamResponse>;
  readonly #maxBytes: number;
  readonly #limits: ExchangeLimits;
  readonly #startedAt = performance.now();
  readonly #timer: NodeJS.Timeout;
  #resolve!: (response: UpstreamResponse) => void;
  #reject!: (problem: Problem) => void;
  #controller: Dispatcher.DispatchController | null = null;
  #over = false;
  #isQueued = true;
  #status = 0;
  #headers: ResponseHeaders = {};
  #chunks: Buffer[] = [];
  #bytes = 0;

  constructor(maxBytes: number, limits: ExchangeLimits) {
    this.#maxBytes = maxBytes;
    this.#limits = limits;
    this.response = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
    // The connection keeps the process alive, not the timer.
    this.#timer = setTimeout(() => this.#fail(timedOut()), limits.timeoutMs).unref();
  }

  /** The client has disconnected: the upstream need not continue. */
  abort(): void {
    // Every request calls this in the end. Creating a problem is expensive.
    if (!this.#over) this.#fail(new Problem(codes.unavailable, 'Client went away', { status: 499 }));
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    this.#leaveQueue();
    if (this.#over) controller.abort(new Error('Exchange is over'));
  }

  onResponseStart(_controller: Dispatcher.DispatchController, status: number, headers: IncomingHttpHeaders): void {
    // Not the response yet: 103, for example.
    if (status < 200) return;
    this.#status = status;
    this.#headers = pickHeaders(headers);
    if (Number(headers['content-length'] ?? 0) > this.#maxBytes) this.#fail(tooLong(status));
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    if (this.#over) return;
    if (this.#bytes + chunk.length > this.#maxBytes) {
      this.#fail(tooLong(this.#status));
    } else if (!this.#limits.budget.take(chunk.length)) {
      this.#fail(tooManyWaiting());
    } else {
      this.#bytes += chunk.length;
      this.#chunks.push(chunk);
    }
  }

  onResponseEnd(): void {
    if (!this.#end()) return;
    const [first] = this.#chunks;
    const body = this.#chunks.length === 1 && first ? first : Buffer.concat(this.#chunks, this.#bytes);
    const milliseconds = performance.now() - this.#startedAt;
    const release = () => this.#releaseBytes();
    this.#resolve({ status: this.#status, headers: this.#headers, body, milliseconds, release });
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    if (!this.#end()) return;
    this.#releaseBytes();
    this.#reject(describeFailure(error));
  }

  #fail(problem: Problem): void {
    if (!this.#end()) return;
    this.#releaseBytes();
    this.#controller?.abort(problem);
    this.#reject(problem);
  }

  /** Whether this call ended the exchange. */
  #end(): boolean {
    if (this.#over) return false;
    this.#over = true;
    clearTimeout(this.#timer);
    this.#leaveQueue();
    return true;
  }

  #leaveQueue(): void {
    if (!this.#isQueued) return;
    this.#isQueued = false;
    this.#limits.onLeftQueue();
  }

  #releaseBytes(): void {
    this.#limits.budget.release(this.#bytes);
    this.#bytes = 0;
    this.#chunks = [];
  }
}

type HeaderValue = string | string[] | undefined;

const pickHeaders = (headers: IncomingHttpHeaders): ResponseHeaders => ({
  contentType: lastOf(headers['content-type']),
  contentEncoding: listOf(headers['content-encoding']),
  cacheControl: listOf(headers['cache-control']),
  retryAfter: lastOf(headers['retry-after']),
  date: lastOf(headers.date),
});

const lastOf = (value: HeaderValue): string | undefined => (Array.isArray(value) ? value.at(-1) : value);

/** A repeated header is one list: a second Cache-Control does not undo the first. */
const listOf = (value: HeaderValue): string | undefined => (Array.isArray(value) ? value.join(', ') : value);

const timedOut = (): Problem => new Problem(codes.deadlineExceeded, 'Upstream timed out', { failure: 'timed out' });

/** @param status all that is known of the response */
const tooLong = (status: number): Problem =>
  new Problem(codes.internal, 'Upstream response is too long', { failure: 'too long', cause: status });

export const tooManyWaiting = (): Problem =>
  new Problem(codes.unavailable, 'Too many requests are waiting, please try again', { failure: 'too many waiting' });

/** undici's errors without host names and addresses. */
function describeFailure(error: Error & { code?: string }): Problem {
  const code = error.code ?? '';
  if (code === 'UND_ERR_CONNECT_TIMEOUT' || code === 'ETIMEDOUT') return timedOut();
  if (error.name === 'HTTPParserError' || code === 'UND_ERR_HEADERS_OVERFLOW') {
    return new Problem(codes.internal, 'Upstream response is unusable', { failure: 'unreadable' });
  }
  const failure = code === 'UND_ERR_SOCKET' || code === 'ECONNRESET' || code === 'EPIPE' ? 'reset' : 'refused';
  return new Problem(codes.unavailable, 'Upstream cannot be reached', { status: 502, failure });
}
