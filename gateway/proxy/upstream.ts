import { type Dispatcher, Pool } from 'undici';
import { codes } from '#shared/problem.ts';
import type { Config } from '../config.ts';
import { Problem } from '../policy/problem.ts';
import { type Deadline, Deadlines } from './deadlines.ts';

/** Enough for the slowest upstream that is worth waiting for; beyond it requests wait for a free connection. */
const maxConnections = 512;

export interface UpstreamRequest {
  readonly method: Dispatcher.HttpMethod;
  /** With the query; begins with `/web/v1/`. */
  readonly path: string;
  /** Name, value, name, value. */
  readonly headers: string[];
  readonly body: Buffer | string | null;
  /** A longer answer is unusable; counted as it comes, before decoding. */
  readonly maxBytes: number;
}

export interface UpstreamAnswer {
  readonly status: number;
  readonly headers: AnswerHeaders;
  /** As it came, in its content encoding. */
  readonly body: Buffer;
}

/** The headers that anybody here looks at; all others are dropped where they arrive. */
export interface AnswerHeaders {
  contentType?: string;
  contentEncoding?: string;
  cacheControl?: string;
  retryAfter?: string;
  date?: string;
}

const headerNames: ReadonlyMap<string, keyof AnswerHeaders> = new Map([
  ['content-type', 'contentType'],
  ['content-encoding', 'contentEncoding'],
  ['cache-control', 'cacheControl'],
  ['retry-after', 'retryAfter'],
  ['date', 'date'],
]);
// Sent more than once they are one list: a second Cache-Control does not undo the first.
const lists: ReadonlySet<keyof AnswerHeaders> = new Set(['cacheControl', 'contentEncoding']);
// Most headers of an answer are none of these: their length says so before they are read as text.
const headerLengths = new Set([...headerNames.keys()].map((name) => name.length));

/** The only way to the upstream. Nothing is repeated, no redirect followed; decisions.md §3 */
export class Upstream {
  readonly #pool: Pool;
  readonly #basePath: string;
  readonly #deadlines: Deadlines;

  constructor({ apiBaseUrl, upstreamConnectTimeoutMs, upstreamTimeoutMs }: Config) {
    const { origin, pathname } = new URL(apiBaseUrl);
    this.#basePath = pathname.replace(/\/$/, '');
    this.#deadlines = new Deadlines(upstreamTimeoutMs);
    this.#pool = new Pool(origin, {
      connections: maxConnections,
      // Said aloud, because others in this place do not verify: a certificate that does not prove the host is no upstream.
      connect: { timeout: upstreamConnectTimeoutMs, rejectUnauthorized: true },
      // One deadline for the whole exchange stands in their place.
      headersTimeout: 0,
      bodyTimeout: 0,
      pipelining: 1,
      // Shorter than any server keeps an idle connection: the side that reuses it must be the first to let go.
      keepAliveTimeout: 4_000,
    });
  }

  /** Begins an exchange, which ends by itself within UPSTREAM_TIMEOUT_MS. */
  call(request: UpstreamRequest): Exchange {
    const exchange = new Exchange(request.maxBytes, this.#deadlines);
    const path = this.#basePath + request.path;
    this.#pool.dispatch({ method: request.method, path, headers: request.headers, body: request.body }, exchange);
    return exchange;
  }

  async close(): Promise<void> {
    await this.#pool.destroy();
  }
}

/**
 * One request and its answer. Written against undici's dispatch with raw headers, which costs a third less than its
 * request(): docs/decisions/001-proxy-inner-path.md.
 */
export class Exchange implements Dispatcher.DispatchHandler {
  readonly answer: Promise<UpstreamAnswer>;
  readonly #maxBytes: number;
  readonly #deadline: Deadline;
  #resolve!: (answer: UpstreamAnswer) => void;
  #reject!: (problem: Problem) => void;
  #abort: (() => void) | null = null;
  #over = false;
  #status = 0;
  #headers: AnswerHeaders = {};
  #chunks: Buffer[] = [];
  #bytes = 0;

  constructor(maxBytes: number, deadlines: Deadlines) {
    this.#maxBytes = maxBytes;
    this.answer = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
    this.#deadline = deadlines.begin(this);
  }

  /** The client has gone: the upstream need not go on. */
  abort(): void {
    // Every connection closes at last; an error is made only where something is still running.
    if (!this.#over) this.#stop(new Problem(codes.unavailable, 'Client went away', { status: 499 }));
  }

  /** The deadline has passed. */
  expire(): void {
    this.#stop(timedOut());
  }

  onConnect(abort: () => void): void {
    if (this.#over) abort();
    else this.#abort = abort;
  }

  onHeaders(status: number, rawHeaders: Buffer[]): boolean {
    // What comes before the answer, such as 103, is not it.
    if (status < 200) return true;
    this.#status = status;
    this.#headers = pickHeaders(rawHeaders);
    return true;
  }

  onData(chunk: Buffer): boolean {
    this.#bytes += chunk.length;
    if (this.#bytes > this.#maxBytes) this.#stop(new Problem(codes.internal, 'Upstream answer is too long'));
    else this.#chunks.push(chunk);
    return true;
  }

  onComplete(): void {
    if (this.#over) return;
    this.#end();
    const [first] = this.#chunks;
    const body = this.#chunks.length === 1 && first ? first : Buffer.concat(this.#chunks, this.#bytes);
    this.#resolve({ status: this.#status, headers: this.#headers, body });
  }

  onError(error: Error): void {
    if (this.#over) return;
    this.#end();
    this.#reject(describeFailure(error));
  }

  #stop(problem: Problem): void {
    if (this.#over) return;
    this.#end();
    this.#reject(problem);
    this.#abort?.();
  }

  #end(): void {
    this.#over = true;
    this.#deadline.end();
  }
}

function pickHeaders(rawHeaders: readonly Buffer[]): AnswerHeaders {
  const headers: AnswerHeaders = {};
  for (let index = 0; index + 1 < rawHeaders.length; index += 2) {
    const raw = rawHeaders[index];
    if (!raw || !headerLengths.has(raw.length)) continue;
    const name = headerNames.get(raw.toString('latin1').toLowerCase());
    if (!name) continue;
    const value = rawHeaders[index + 1]?.toString('latin1') ?? '';
    const before = lists.has(name) ? headers[name] : undefined;
    headers[name] = before ? `${before}, ${value}` : value;
  }
  return headers;
}

const timedOut = (): Problem => new Problem(codes.deadlineExceeded, 'Upstream timed out');

/** What undici calls it, in our words: no host name, no address. */
function describeFailure(error: Error & { code?: string }): Problem {
  const code = error.code ?? '';
  if (code === 'UND_ERR_CONNECT_TIMEOUT' || code === 'ETIMEDOUT') return timedOut();
  const unusable = error.name === 'HTTPParserError' || code === 'UND_ERR_HEADERS_OVERFLOW';
  return unusable
    ? new Problem(codes.internal, 'Upstream answer is unusable')
    : new Problem(codes.unavailable, 'Upstream cannot be reached', { status: 502 });
}
