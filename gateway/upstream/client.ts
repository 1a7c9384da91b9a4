/// <reference path="./undici-pool.d.ts" />
import type { FastifyInstance } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import type { Dispatcher } from 'undici';
// The pool alone: undici's index would bring its fetch, WebSocket and cache with it, six megabytes of memory.
import Pool from 'undici/lib/dispatcher/pool.js';
import { codes } from '#shared/problem.ts';
import type { Config } from '../config.ts';
import { Problem } from '../http/problem.ts';
import { type Deadline, Deadlines } from './deadlines.ts';
import { TurnEnd } from './turn-end.ts';

declare module 'fastify' {
  interface FastifyInstance {
    upstream: Upstream;
  }
}

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

/** Who has begun an exchange, and hears once how it ended. Neither may throw: nobody would be there to catch it. */
export interface Receiver {
  /** @param milliseconds since the exchange began */
  answered(answer: UpstreamAnswer, milliseconds: number): void;
  failed(problem: Problem): void;
}

/** The only way to the upstream. Nothing is repeated, no redirect followed; decisions.md §3 */
export class Upstream {
  readonly #pool: Pool;
  readonly #origin: string;
  readonly #basePath: string;
  readonly #deadlines: Deadlines;
  readonly #turnEnd = new TurnEnd();

  constructor({ apiBaseUrl, upstreamConnectTimeoutMs, upstreamTimeoutMs }: Config) {
    const { origin, pathname } = new URL(apiBaseUrl);
    this.#origin = origin;
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
  begin(request: UpstreamRequest, receiver: Receiver): Exchange {
    const exchange = new Exchange(receiver, request.maxBytes, this.#deadlines, this.#turnEnd);
    const { method, headers, body } = request;
    // The origin is the pool's own; undici would put it together anew for each request.
    const options = { origin: this.#origin, path: this.#basePath + request.path, method, headers, body };
    this.#pool.dispatch(options, exchange);
    return exchange;
  }

  /** The same for whoever would rather wait. */
  ask(request: UpstreamRequest): Promise<UpstreamAnswer> {
    return new Promise((answered, failed) => this.begin(request, { answered, failed }));
  }

  async close(): Promise<void> {
    await this.#pool.destroy();
  }
}

/**
 * One request and its answer. Written against undici's dispatch with raw headers, which costs a third less than its
 * request(), and without promises: docs/decisions/001-proxy-inner-path.md.
 */
export class Exchange implements Dispatcher.DispatchHandler {
  readonly #maxBytes: number;
  readonly #deadline: Deadline;
  readonly #turnEnd: TurnEnd;
  /** Null when it is over. */
  #receiver: Receiver | null;
  #abort: (() => void) | null = null;
  #status = 0;
  #headers: AnswerHeaders = {};
  #chunks: Buffer[] = [];
  #bytes = 0;

  constructor(receiver: Receiver, maxBytes: number, deadlines: Deadlines, turnEnd: TurnEnd) {
    this.#receiver = receiver;
    this.#maxBytes = maxBytes;
    this.#deadline = deadlines.begin(this);
    this.#turnEnd = turnEnd;
  }

  /** The client has gone: the upstream need not go on. */
  abort(): void {
    // Every connection closes at last; an error is made only where something is still running.
    if (this.#receiver) this.#stop(new Problem(codes.unavailable, 'Client went away', { status: 499 }));
  }

  /** The deadline has passed. */
  expire(): void {
    this.#stop(timedOut());
  }

  onConnect(abort: () => void): void {
    if (this.#receiver) this.#abort = abort;
    else abort();
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
    if (this.#bytes <= this.#maxBytes) this.#chunks.push(chunk);
    // Its status is all that is known of it.
    else this.#stop(new Problem(codes.internal, 'Upstream answer is too long', { cause: this.#status }));
    return true;
  }

  onComplete(): void {
    const [first] = this.#chunks;
    const body = this.#chunks.length === 1 && first ? first : Buffer.concat(this.#chunks, this.#bytes);
    const answer = { status: this.#status, headers: this.#headers, body };
    const milliseconds = this.#deadline.age();
    const receiver = this.#end();
    if (receiver) this.#turnEnd.add(() => receiver.answered(answer, milliseconds));
  }

  onError(error: Error): void {
    this.#end()?.failed(describeFailure(error));
  }

  #stop(problem: Problem): void {
    const abort = this.#abort;
    const receiver = this.#end();
    abort?.();
    receiver?.failed(problem);
  }

  /** Whom to tell how it ended; null when that has been done. */
  #end(): Receiver | null {
    const receiver = this.#receiver;
    if (receiver) this.#deadline.end();
    this.#receiver = null;
    this.#abort = null;
    this.#chunks = [];
    return receiver;
  }
}

const headerNames = ['content-type', 'content-encoding', 'cache-control', 'retry-after', 'date'] as const;
// No two of them are of one length, and most headers of an answer are of none of these.
const namesByLength: ReadonlyMap<number, (typeof headerNames)[number]> = new Map(
  headerNames.map((name) => [name.length, name]),
);

function pickHeaders(rawHeaders: readonly Buffer[]): AnswerHeaders {
  const headers: AnswerHeaders = {};
  for (let index = 0; index + 1 < rawHeaders.length; index += 2) {
    const raw = rawHeaders[index] as Buffer;
    const name = namesByLength.get(raw.length);
    if (name === undefined || !spells(raw, name)) continue;
    const value = (rawHeaders[index + 1] as Buffer).toString('latin1');
    if (name === 'content-type') headers.contentType = value;
    else if (name === 'content-encoding') headers.contentEncoding = listed(headers.contentEncoding, value);
    else if (name === 'cache-control') headers.cacheControl = listed(headers.cacheControl, value);
    else if (name === 'retry-after') headers.retryAfter = value;
    else headers.date = value;
  }
  return headers;
}

/** Sent more than once they are one list: a second Cache-Control does not undo the first. */
const listed = (before: string | undefined, value: string): string => (before ? `${before}, ${value}` : value);

/** Whether the bytes are the name, in small or capital letters; a string made of them would cost more. */
function spells(bytes: Buffer, name: string): boolean {
  for (let index = 0; index < name.length; index += 1) {
    if (((bytes[index] ?? 0) | 0x20) !== name.charCodeAt(index)) return false;
  }
  return true;
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

async function upstream(app: FastifyInstance, config: Config): Promise<void> {
  app.decorate('upstream', new Upstream(config));
  app.addHook('onClose', () => app.upstream.close());
}

export const upstreamPlugin = fastifyPlugin(upstream, { name: 'upstream' });
