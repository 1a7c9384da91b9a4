import { createServer, type RequestListener, type Server, type ServerOptions, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Requests that one connection may have in flight: the one that is handled and those sent ahead. decisions.md §3, Bounds */
const maxRequestsInFlight = 16;
/** Sockets and parsers of this many connections fit into a pod's memory beside everything else. */
const maxConnections = 4_000;

export interface ConnectionLimits {
  /** From a response's first byte until the operating system has taken its last. */
  readonly responseTimeoutMs: number;
  /** Called when a connection is closed for exceeding a limit. */
  readonly onExceeded: (limit: 'pipelining' | 'slow reader' | 'connections') => void;
}

interface Connection {
  response: ServerResponse;
  /** When the response was first seen to have begun; null before. */
  respondingSince: number | null;
  readonly waiting: (() => void)[];
}

/**
 * An HTTP server that handles the requests of one connection one after the other. Node would start all that arrive
 * in one chunk, so that a client that never reads could open thousands of files with a few kilobytes.
 */
export function createLimitedServer(
  options: ServerOptions,
  handle: RequestListener,
  { responseTimeoutMs, onExceeded }: ConnectionLimits,
): Server {
  const connections = new Map<Socket, Connection>();

  const start: RequestListener = (request, response) => {
    const { socket } = request;
    const connection = connections.get(socket);
    if (connection) Object.assign(connection, { response, respondingSince: null });
    else connections.set(socket, { response, respondingSince: null, waiting: [] });
    response.once('close', () => startNext(socket));
    handle(request, response);
  };

  const startNext = (socket: Socket): void => {
    const next = socket.destroyed ? undefined : connections.get(socket)?.waiting.shift();
    if (next) next();
    else connections.delete(socket);
  };

  const server = createServer(options, (request, response) => {
    const { socket } = request;
    // What a closed connection had sent ahead is parsed all the same.
    if (socket.destroyed) return;
    const connection = connections.get(socket);
    if (!connection) start(request, response);
    else if (connection.waiting.length < maxRequestsInFlight - 1)
      connection.waiting.push(() => start(request, response));
    else close(socket, 'pipelining');
  });
  server.maxConnections = maxConnections;
  server.on('drop', () => onExceeded('connections'));

  const close = (socket: Socket, limit: 'pipelining' | 'slow reader'): void => {
    onExceeded(limit);
    socket.destroy();
  };

  // One timer for all connections: a timer for each response would be set and cleared with every request.
  const sweep = setInterval(
    () => {
      const now = Date.now();
      for (const [socket, connection] of connections) {
        if (!connection.response.headersSent) continue;
        connection.respondingSince ??= now;
        if (now - connection.respondingSince >= responseTimeoutMs) close(socket, 'slow reader');
      }
    },
    Math.min(1_000, Math.max(20, responseTimeoutMs / 5)),
  );
  sweep.unref();
  server.once('close', () => clearInterval(sweep));
  return server;
}
