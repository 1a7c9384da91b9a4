import { randomUUID } from 'node:crypto';
import type { Server } from 'node:http';
import fastify, { type FastifyHttpOptions, type FastifyInstance } from 'fastify';
import type { Config } from '../config.ts';
import { answerBrokenConnection } from './broken-connection.ts';
import { sendProblem, translateError } from './error-handler.ts';

/** The public server, before any route is looked for. */
export function createServer(config: Config): FastifyInstance {
  const app = fastify(serverOptions(config));
  // `connectionTimeout` holds between requests too: one of its own would mean two timers set and cleared for each request.
  app.server.keepAliveTimeout = 0;
  return app;
}

/** How it takes connections and requests. */
function serverOptions(config: Config) {
  const { requestTimeoutMs, upstreamTimeoutMs, bodyLimitBytes } = config;
  return {
    // Every line is written by the gateway itself: Fastify's own would cost each request two listeners and a child logger.
    logger: false,
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    bodyLimit: bodyLimitBytes,
    requestTimeout: requestTimeoutMs,
    // A connection on which nothing moves. Longer than the minute after which load balancers drop an idle one, for the side
    // that reuses it must be the first to let go; a request, its refresh and its retry may all wait for the upstream.
    connectionTimeout: Math.max(120_000, 3 * upstreamTimeoutMs + requestTimeoutMs),
    // Connections move on to new replicas sooner or later.
    maxRequestsPerSocket: 100_000,
    forceCloseConnections: 'idle',
    // What is under way when the server closes is finished, not turned away.
    return503OnClosing: false,
    clientErrorHandler: answerBrokenConnection,
    frameworkErrors: (error, request, reply) => {
      // No hook runs for these, and no route's error handler.
      reply.server.telemetry.refused('malformed');
      for (let index = 0; index < reply.server.securityHeaders.length; index += 2) {
        reply.header(reply.server.securityHeaders[index] ?? '', reply.server.securityHeaders[index + 1]);
      }
      sendProblem(reply.header('trace-id', request.id), translateError(error));
    },
    http: {
      headersTimeout: requestTimeoutMs,
      connectionsCheckingInterval: Math.max(20, Math.min(1_000, requestTimeoutMs / 5)),
      // Checked by the gateway itself, so that the answer has the shape of every other error.
      requireHostHeader: false,
    },
  } satisfies FastifyHttpOptions<Server>;
}
