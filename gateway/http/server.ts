import { randomUUID } from 'node:crypto';
import type { RequestListener, Server, ServerOptions } from 'node:http';
import fastify, { type FastifyHttpOptions, type FastifyInstance } from 'fastify';
import type { Config } from '../config.ts';
import { handleBrokenConnection } from './broken-connection.ts';
import { type ConnectionLimits, createLimitedServer } from './connection-limits.ts';
import { sendProblem, translateError } from './error-handler.ts';
import { millisecondsSinceReceived } from './limited-request.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Milliseconds since 1970. */
    receivedAt: number;
  }
  interface FastifyInstance {
    /** The network of the client, which takes turns with other networks. */
    networkOf: ConnectionLimits['networkOf'];
  }
}

/** The public server, without routes. */
export function createServer(config: Config, networkOf: ConnectionLimits['networkOf']): FastifyInstance {
  const onExceeded: ConnectionLimits['onExceeded'] = (limit) => app.telemetry.refused(limit);
  const app: FastifyInstance = fastify({
    ...serverOptions(config),
    serverFactory: (handle) => createHttpServer(config, handle, { networkOf, onExceeded }),
  });
  app.decorate('networkOf', networkOf);
  app.decorateRequest('receivedAt', 0);
  app.addHook('onRequest', (request, _, done) => {
    request.receivedAt = Math.floor(Date.now() - millisecondsSinceReceived(request.raw));
    done();
  });
  return app;
}

/** How it accepts connections. */
function createHttpServer(
  config: Config,
  handle: RequestListener,
  limits: Pick<ConnectionLimits, 'networkOf' | 'onExceeded'>,
): Server {
  const { requestTimeoutMs, responseTimeoutMs, upstreamTimeoutMs } = config;
  const options: ServerOptions = {
    headersTimeout: requestTimeoutMs,
    requestTimeout: requestTimeoutMs,
    connectionsCheckingInterval: Math.max(20, Math.min(1_000, requestTimeoutMs / 5)),
    // The timeout below holds between requests, too; a second one would set and clear two timers with each request.
    keepAliveTimeout: 0,
    // The gateway checks it itself, so that the error has the shape of every other one.
    requireHostHeader: false,
  };
  const server = createLimitedServer(options, handle, { responseTimeoutMs, ...limits });
  // A connection on which nothing moves. Longer than the minute after which load balancers drop an idle one, because
  // the side that reuses a connection must be the first to close it. A call may wait five times UPSTREAM_TIMEOUT_MS and
  // 5 s: for its response, for another replica's refresh, for its own, and for the response to its retry.
  server.timeout = Math.max(120_000, 6 * upstreamTimeoutMs);
  // Node keeps the headers of requests that are not complete yet: many small ones take five times their bytes.
  server.maxHeadersCount = 100;
  // Clients reconnect now and then, so that new replicas get connections.
  server.maxRequestsPerSocket = 100_000;
  return server;
}

const noQuery = Object.freeze({});

/** How it handles requests. */
function serverOptions({ bodyLimitBytes }: Config) {
  return {
    // The gateway writes its own log lines.
    logger: false,
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    bodyLimit: bodyLimitBytes,
    // Fastify would keep 200 kB of parsed names with each open request. Who needs the query reads it from the address.
    routerOptions: { querystringParser: () => noQuery },
    forceCloseConnections: 'idle',
    // Requests that are in flight when the server closes are finished.
    return503OnClosing: false,
    clientErrorHandler: handleBrokenConnection,
    frameworkErrors: (error, request, reply) => {
      // Neither hooks nor the error handler run for these.
      reply.server.recordAtEnd(request, reply);
      reply.server.telemetry.refused('malformed');
      for (let index = 0; index < reply.server.securityHeaders.length; index += 2) {
        reply.header(reply.server.securityHeaders[index] ?? '', reply.server.securityHeaders[index + 1]);
      }
      sendProblem(reply.header('trace-id', request.id), translateError(error));
    },
  } satisfies FastifyHttpOptions<Server>;
}
