import type { LookupFunction } from 'node:net';
import type { FastifyInstance } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import { Gauge } from 'prom-client';
import { type Dispatcher, Pool } from 'undici';
import { type Call, calls } from '#shared/calls.ts';
import { codes } from '#shared/problem.ts';
import type { Config } from '../config.ts';
import { NetworkBudget } from '../http/network-budget.ts';
import { PacedScheduler } from '../http/paced-scheduler.ts';
import { Problem } from '../http/problem.ts';
import type { Span } from '../http/span.ts';
import { ConnectionQueue } from './connection-queue.ts';
import { Connector } from './connector.ts';
import { type Exchange, ResponseReader, tooManyWaiting, type UpstreamResponse } from './exchange.ts';
import { ImmediateBatch } from './immediate-batch.ts';
import { type CallContext, createRequestHeaders, type RequestHeaders } from './request-headers.ts';

declare module 'fastify' {
  interface FastifyInstance {
    upstream: UpstreamClient;
  }
}

/** Enough for the slowest upstream; further requests wait for a free connection. */
const maxConnections = 512;
/** Requests that wait for a connection, and the bytes of their bodies. docs/decisions/007-bounds.md */
const queueLimits = { requests: 1_024, bytes: 8 * 1024 * 1024 };
/** Bytes of all upstream responses in memory, until the browsers have taken them. docs/decisions/007-bounds.md */
const maxBufferedBytes = 20 * 1024 * 1024;
/**
 * Of those with tokens, on their own and without shares of networks: one that found no memory would be lost, with a new
 * pair or a code that is used up.
 */
const maxTokenBytes = 16 * 1024 * 1024;

const invalidPath = /[^\x21-\x7e]/;
const invalidValue = /[^\t\x20-\x7e\x80-\xff]/;

/** Long responses. In each turn, one more chunk of four of them is read. */
const longResponses = { perTurn: 4, waiting: [maxConnections, maxConnections / 2] } as const;

export interface UpstreamRequest {
  readonly call: Call;
  /** With the query; begins with `/web/v1/`. */
  readonly path: string;
  readonly context: CallContext;
  readonly accessToken: string | null;
  readonly body: Buffer | string | null;
  /** A longer response is an error; counted on arrival, before decoding. */
  readonly maxBytes: number;
  /** UPSTREAM_TIMEOUT_MS if it is absent. */
  readonly timeoutMs?: number;
}

/**
 * The only door to the upstream. It never retries and never follows a redirect. decisions.md §3, Requests to the
 * upstream
 */
export class UpstreamClient {
  readonly #connector: Connector;
  readonly #pool: Pool;
  readonly #origin: string;
  readonly #basePath: string;
  readonly #timeoutMs: number;
  readonly #batch = new ImmediateBatch();
  readonly #requestHeaders: RequestHeaders;
  readonly #turns = new PacedScheduler(longResponses);
  readonly #budget = new NetworkBudget(maxBufferedBytes);
  readonly #tokenBudget = new NetworkBudget(maxTokenBytes, maxTokenBytes);
  readonly #queue = new ConnectionQueue({
    // Half of each for one network, so that its slow calls leave others theirs.
    connections: [maxConnections, maxConnections / 2],
    requests: [queueLimits.requests, queueLimits.requests / 2],
    bytes: [queueLimits.bytes, queueLimits.bytes / 2],
  });

  constructor(config: Config) {
    const { origin, pathname } = new URL(config.apiBaseUrl);
    this.#origin = origin;
    this.#basePath = pathname.replace(/\/$/, '');
    this.#timeoutMs = config.upstreamTimeoutMs;
    this.#requestHeaders = createRequestHeaders(config);
    this.#connector = new Connector(config.upstreamConnectTimeoutMs);
    this.#pool = new Pool(origin, {
      connections: maxConnections,
      connect: this.#connector.connect,
      // Each exchange has one timeout of its own. undici's timeouts restart with every chunk.
      headersTimeout: 0,
      bodyTimeout: 0,
      pipelining: 1,
      // With HTTP/2 possible, undici would open one connection after the other until the first has succeeded.
      allowH2: false,
      // Shorter than any server's: the side that reuses a connection must be the first to close it.
      keepAliveTimeout: 4_000,
      keepAliveMaxTimeout: 4_000,
    });
  }

  /** Of the upstream's name, for other connections to it. */
  get lookup(): LookupFunction {
    return this.#connector.lookup;
  }

  /**
   * Sends the request. The exchange ends within its timeout.
   * @throws {Problem} when too many requests are waiting for a connection, or a header cannot be sent
   */
  send(request: UpstreamRequest): Exchange {
    const { call, path, context, accessToken, body, maxBytes, timeoutMs = this.#timeoutMs } = request;
    // undici's pool would lose a connection with each request that it cannot build.
    const hasInvalid =
      invalidPath.test(path) || [context.accept, accessToken ?? ''].some((text) => invalidValue.test(text));
    if (hasInvalid) throw new Problem(codes.internal, 'Request cannot be sent', { failure: 'internal error' });
    const { network } = context;
    const place = this.#queue.enter(body?.length ?? 0, network);
    if (!place) throw tooManyWaiting();
    const limits = {
      timeoutMs,
      budget: call === calls.refreshTokens || call.requiresTokens ? this.#tokenBudget : this.#budget,
      network,
      batch: this.#batch,
      turns: this.#turns,
      place,
    };
    // Not before the queue has room: a span that never ends would never be sent.
    const span = context.span?.startChild('upstream', 'client') ?? null;
    const headers = this.#requestHeaders(call, context, accessToken, body !== null, span);
    const method: Dispatcher.HttpMethod = call.method;
    const options = { origin: this.#origin, path: this.#basePath + path, method, headers, body };
    let abort = () => {};
    let dropConnection = () => {};
    const response = new Promise<UpstreamResponse>((resolve, reject) => {
      const reader = new ResponseReader(maxBytes, limits, resolve, reject);
      abort = () => reader.abort();
      const dispatch = () => void this.#pool.dispatch(options, reader);
      place.start(() => {
        dropConnection = this.#connector.runFor(network, dispatch);
      });
    });
    response.catch(() => dropConnection());
    const exchange = { response, abort };
    if (span) endWithResponse(span, path, exchange);
    return exchange;
  }

  /** Bytes of responses in memory. */
  get heldBytes(): number {
    return this.#budget.held + this.#tokenBudget.held;
  }

  async close(): Promise<void> {
    await this.#pool.destroy();
  }
}

function endWithResponse(span: Span, path: string, { response }: Exchange): void {
  const route = { 'url.path': path.split('?')[0] ?? path };
  response.then(
    ({ status }) => span.end({ ...route, 'http.response.status_code': status }),
    (error: unknown) => span.end({ ...route, 'error.type': (error instanceof Problem && error.failure) || 'aborted' }),
  );
}

async function upstream(app: FastifyInstance, config: Config): Promise<void> {
  app.decorate('upstream', new UpstreamClient(config));
  new Gauge({
    name: 'gateway_upstream_response_bytes',
    help: 'Bytes of upstream responses in memory',
    registers: [app.metrics],
    collect() {
      this.set(app.upstream.heldBytes);
    },
  });
  app.addHook('onClose', () => app.upstream.close());
}

export const upstreamPlugin = fastifyPlugin(upstream, { name: 'upstream', dependencies: ['telemetry'] });
