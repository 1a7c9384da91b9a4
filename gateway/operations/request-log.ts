import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { performance } from 'node:perf_hooks';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import type { Logger } from 'pino';
import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import { millisecondsSinceReceived } from '../http/limited-request.ts';
import { onRequestClosed } from '../http/on-request-closed.ts';
import { failureCauses } from '../http/problem.ts';
import { pathOf } from '../http/request-url.ts';
import type { Span } from '../http/span.ts';
import { loggedPath } from './logged-path.ts';
import { withoutRedaction } from './logger.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Responses that have not been sent completely, by connection. */
    responsesInFlight: ReadonlyMap<Socket, ServerResponse>;
    /**
     * Records a request at its end. For those that Fastify refuses before any hook runs; a hook does it for all others.
     */
    recordAtEnd(request: FastifyRequest, reply: FastifyReply): void;
  }
}

/** Of the gateway, and those of the upstream that calls document. */
const labeledStatuses: ReadonlySet<number> = new Set([
  ...[200, 201, 204, 302, 303, 304, 400, 401, 403, 404, 405, 408, 409, 411, 413, 415, 422, 429, 431],
  ...[500, 502, 503, 504],
]);

/** An upstream may respond with any status, and each label would become a time series of every route. */
const statusLabel = (status: number): string =>
  labeledStatuses.has(status) ? String(status) : `${Math.floor(status / 100)}xx`;

type DurationLabels = Readonly<Record<'method' | 'call' | 'status', string>>;

export interface RequestLogOptions {
  readonly registry: Registry;
  readonly logger: Logger;
  /** Whether the latency histogram leads to traces; needs a registry that writes OpenMetrics. */
  readonly enableExemplars: boolean;
}

/** One log line and one measurement per request, at its end. Without query, body, headers and the client's address. */
async function requestLog(
  app: FastifyInstance,
  { registry, logger, enableExemplars }: RequestLogOptions,
): Promise<void> {
  // A string: prom-client's types allow an exemplar only the labels of its histogram.
  const durations: Histogram<string> = new Histogram({
    name: 'gateway_request_duration_seconds',
    help: 'Requests by route and status, from the first byte to the last',
    labelNames: ['method', 'call', 'status'],
    buckets: [0.005, 0.025, 0.1, 0.25, 0.5, 1, 2.5, 5, 15],
    enableExemplars,
    registers: [registry],
  });
  const failures = new Counter({
    name: 'gateway_failures_total',
    help: 'Responses with a 5xx status by cause',
    labelNames: ['cause'],
    registers: [registry],
  });
  for (const cause of failureCauses) failures.inc({ cause }, 0);
  const responsesInFlight = new Map<Socket, ServerResponse>();
  app.decorate('responsesInFlight', responsesInFlight);
  new Gauge({
    name: 'gateway_requests_in_flight',
    help: 'Requests that have no complete response yet',
    registers: [registry],
    collect() {
      this.set(responsesInFlight.size);
    },
  });
  const lines = logger.isLevelEnabled('info') ? withoutRedaction(logger) : null;

  app.decorate('recordAtEnd', (request, reply) => {
    const started = performance.now() - millisecondsSinceReceived(request.raw);
    const { socket } = request.raw;
    responsesInFlight.set(socket, reply.raw);
    // Fastify's `onResponse` hook does not run when the client disconnects.
    onRequestClosed(reply, () => {
      // The connection's next request may be in flight already.
      if (responsesInFlight.get(socket) === reply.raw) responsesInFlight.delete(socket);
      record(request, reply.raw, performance.now() - started);
    });
  });
  app.addHook('onRequest', (request, reply, done) => {
    app.recordAtEnd(request, reply);
    done();
  });

  function observeDuration(labels: DurationLabels, value: number, span: Span | null): void {
    const traceId = span?.sampledTraceId;
    if (!enableExemplars) durations.observe(labels, value);
    else durations.observe({ labels, value, ...(traceId && { exemplarLabels: { trace_id: traceId } }) });
  }

  function record(request: FastifyRequest, response: ServerResponse, milliseconds: number): void {
    // The route, not the path: every path would become a time series of its own.
    const call = request.is404 ? 'none' : (request.routeOptions.url ?? 'none');
    const method = request.is404 ? 'any' : request.method;
    const status = response.statusCode;
    observeDuration({ method, call, status: statusLabel(status) }, milliseconds / 1_000, request.span);
    const cause = status < 500 ? null : (request.failureCause ?? 'upstream 5xx');
    if (cause) failures.inc({ cause });
    if (lines) {
      lines.info({
        traceId: request.id,
        method: request.method,
        route: call,
        ...((call === 'none' || call.includes('*')) && { path: loggedPath(pathOf(request)) }),
        status,
        ...(cause && { cause }),
        ms: Math.round(milliseconds * 10) / 10,
        ...(!response.writableFinished && { aborted: true }),
      });
    }
  }
}

export const requestLogPlugin = fastifyPlugin(requestLog, { name: 'request-log' });
