// The plain version is undici's `pool.request()` and `body.arrayBuffer()`. This handler takes about 10 % less CPU time.
import type { Dispatcher } from 'undici';
import { codes } from '#shared/problem.ts';
import type { NetworkBudget } from '../http/network-budget.ts';
import { clientLeft } from '../http/on-request-closed.ts';
import type { PacedScheduler } from '../http/paced-scheduler.ts';
import { Problem } from '../http/problem.ts';
import type { QueuePlace } from './connection-queue.ts';
import type { ImmediateBatch } from './immediate-batch.ts';
import { pickHeaders, type ReceivedHeaders, type ResponseHeaders } from './response-headers.ts';

export interface UpstreamResponse {
  readonly status: number;
  readonly headers: ResponseHeaders;
  /** As received, in its content encoding. */
  readonly body: Buffer;
  readonly milliseconds: number;
  /** Gives the memory of the body back to the budget; call it when the body is no longer needed. */
  release(): void;
}

/** What all exchanges share, and the place of this one in the queue. */
export interface ExchangeLimits {
  readonly timeoutMs: number;
  /** Response bytes in memory. */
  readonly budget: NetworkBudget;
  /** Of the client. */
  readonly network: string;
  /** Resolves the responses. */
  readonly batch: ImmediateBatch;
  /** Long responses are read in turns. */
  readonly turns: PacedScheduler;
  readonly place: QueuePlace;
}

/** One request to the upstream. */
export interface Exchange {
  /** Rejects with a `Problem`. */
  readonly response: Promise<UpstreamResponse>;
  /** Ends the exchange if it is still running. */
  readonly abort: () => void;
}

/** Long responses leave this much of the budget to short ones, so that they cannot shut out every other call. */
const keptForShort = 8 * 1024 * 1024;
const shortBytes = 64 * 1024;
/** What a chunk takes besides its bytes: an upstream may send one byte at a time. */
const chunkObjectBytes = 256;
/** Status 103, for example. An upstream could send them without end. */
const maxInformational = 16;

/** Reads a whole response. A handler for undici's `dispatch()`. */
export class ResponseReader implements Dispatcher.DispatchHandler {
  readonly #maxBytes: number;
  readonly #limits: ExchangeLimits;
  readonly #startedAt = performance.now();
  readonly #timer: NodeJS.Timeout;
  #resolve: (response: UpstreamResponse) => void;
  #reject: (problem: Problem) => void;
  #controller: Dispatcher.DispatchController | null = null;
  #over = false;
  #informational = 0;
  #status = 0;
  #headers: ResponseHeaders = {};
  #chunks: Buffer[] = [];
  #bytes = 0;
  #sinceTurn = 0;
  /** What the budget counts: the bytes, and an object for each chunk. */
  #held = 0;
  /** The part of it for declared bytes that have not come yet. */
  #reserved = 0;

  constructor(
    maxBytes: number,
    limits: ExchangeLimits,
    resolve: (response: UpstreamResponse) => void,
    reject: (problem: Problem) => void,
  ) {
    this.#maxBytes = maxBytes;
    this.#limits = limits;
    this.#resolve = resolve;
    this.#reject = reject;
    // The connection keeps the process alive, not the timer.
    this.#timer = setTimeout(() => this.#fail(timedOut()), limits.timeoutMs).unref();
  }

  abort(): void {
    // Called at the end of every request, when there is usually nothing to abort.
    if (!this.#over) this.#fail(clientLeft());
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#limits.place.connected();
    if (this.#over) controller.abort(clientLeft());
    else this.#controller = controller;
  }

  onResponseStart(_: Dispatcher.DispatchController, status: number, headers: ReceivedHeaders): void {
    if (status < 200) {
      this.#informational += 1;
      if (this.#informational > maxInformational) this.#fail(unreadable());
      return;
    }
    this.#status = status;
    this.#headers = pickHeaders(headers);
    const declaredBytes = Number(this.#headers['content-length'] ?? 0);
    if (status > 599) this.#fail(unreadable());
    else if (declaredBytes > this.#maxBytes) this.#fail(tooLong(status));
    // Before it is read: to read a part and then refuse it takes longer, and keeps others waiting.
    else if (declaredBytes > shortBytes && !this.#hold(declaredBytes)) this.#fail(tooManyWaiting());
    else this.#reserved = this.#held;
  }

  onResponseData(_: Dispatcher.DispatchController, chunk: Buffer): void {
    if (this.#over) return;
    const reserved = Math.min(this.#reserved, chunk.length);
    const bytes = chunk.length - reserved + chunkObjectBytes;
    if (this.#bytes + chunk.length > this.#maxBytes || this.#held + bytes > 2 * this.#maxBytes) {
      this.#fail(tooLong(this.#status));
    } else if (!this.#hold(bytes)) {
      this.#fail(tooManyWaiting());
    } else {
      this.#reserved -= reserved;
      this.#bytes += chunk.length;
      this.#chunks.push(chunk);
      this.#sinceTurn += chunk.length;
      // Not after each chunk: Node reads 64 kB in each turn, so short chunks would pile up in undici, uncounted.
      if (this.#bytes > shortBytes && this.#sinceTurn >= shortBytes) this.#readOnLater();
    }
  }

  /** Whether the budget has room for the bytes. */
  #hold(bytes: number): boolean {
    const isLong = this.#held + bytes > shortBytes;
    if (!this.#limits.budget.take(this.#limits.network, bytes, isLong ? keptForShort : 0)) return false;
    this.#held += bytes;
    return true;
  }

  /** Pauses reading until a later turn, unless too many wait: Node would read two megabytes at once. */
  #readOnLater(): void {
    this.#sinceTurn = 0;
    const waits = this.#limits.turns.add(() => this.#controller?.resume(), this.#limits.network);
    if (waits) this.#controller?.pause();
  }

  onResponseEnd(): void {
    const [first] = this.#chunks;
    const body = this.#chunks.length === 1 && first ? first : Buffer.concat(this.#chunks, this.#bytes);
    const milliseconds = performance.now() - this.#startedAt;
    const { budget, network, batch } = this.#limits;
    let held = this.#held;
    const release = () => {
      budget.release(network, held);
      held = 0;
    };
    const response = { status: this.#status, headers: this.#headers, body, milliseconds, release };
    const resolve = this.#resolve;
    this.#end();
    batch.add(() => resolve(response));
    this.#limits.place.finish();
  }

  onResponseError(_: Dispatcher.DispatchController, error: Error): void {
    this.#limits.place.finish();
    this.#fail(describeFailure(error, this.#controller !== null));
  }

  #fail(problem: Problem): void {
    const [controller, reject] = [this.#controller, this.#reject];
    this.#limits.budget.release(this.#limits.network, this.#held);
    this.#limits.place.cancel();
    this.#end();
    // `onResponseError` then frees the place.
    controller?.abort(problem);
    reject(problem);
  }

  /** Drops all references, because undici's queues keep handlers of finished requests. */
  #end(): void {
    this.#over = true;
    clearTimeout(this.#timer);
    this.#resolve = this.#reject = () => undefined;
    this.#controller = null;
    this.#headers = {};
    this.#chunks = [];
    this.#bytes = 0;
    this.#held = 0;
    this.#reserved = 0;
  }
}

const timedOut = (): Problem => new Problem(codes.deadlineExceeded, 'Upstream timed out', { failure: 'timed out' });

const unreadable = (): Problem =>
  new Problem(codes.internal, 'Upstream response is unusable', { failure: 'unreadable' });

const tooLong = (status: number): Problem =>
  new Problem(codes.internal, 'Upstream response is too long', { failure: 'too long', upstreamStatus: status });

export const tooManyWaiting = (): Problem =>
  new Problem(codes.unavailable, 'Too many requests are waiting, please try again', { failure: 'too many waiting' });

const resetCodes: readonly unknown[] = ['UND_ERR_SOCKET', 'ECONNRESET', 'EPIPE'];
const unreadableCodes: readonly unknown[] = ['UND_ERR_HEADERS_OVERFLOW', 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH'];

/**
 * undici's errors without host names and addresses.
 * @param isConnected whether there was a connection to send the request on
 */
function describeFailure({ name, code }: Error & { code?: string }, isConnected: boolean): Problem {
  if (code === 'UND_ERR_CONNECT_TIMEOUT' || code === 'ETIMEDOUT') return timedOut();
  if (name === 'HTTPParserError' || unreadableCodes.includes(code)) return unreadable();
  const failure = isConnected || resetCodes.includes(code) ? 'reset' : 'refused';
  return new Problem(codes.unavailable, 'Upstream cannot be reached', { status: 502, failure });
}
