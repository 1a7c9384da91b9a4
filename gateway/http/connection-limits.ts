import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerOptions,
  type ServerResponse,
} from 'node:http';
import type { Socket } from 'node:net';
import { FairScheduler } from './fair-scheduler.ts';
import { HeapLimit } from './heap-limit.ts';
import { LimitedRequest, noLength } from './limited-request.ts';
import { NetworkBudget } from './network-budget.ts';
import { PacedScheduler } from './paced-scheduler.ts';
import { contentLengthOf } from './request-url.ts';
import { resetConnection } from './reset-connection.ts';
import { trimHeaders } from './trim-headers.ts';
import { UnfinishedHeads } from './unfinished-heads.ts';

/**
 * Requests in flight on one connection, including those sent ahead. decisions.md §3, Bounds
 */
const maxRequestsInFlight = 16;
/** Headers and objects of all requests, half of it for one network, until all is sent. docs/decisions/007-bounds.md */
const maxBytes = 36 * 1024 * 1024;
/** Of this, those with long headers, half of it for one network: they cannot keep the others out. */
const maxLongBytes = 16 * 1024 * 1024;
const shortBytes = 4 * 1024;
/** Those that were sent ahead leave this to the first of each connection. */
const keptForFirst = 24 * 1024 * 1024;
/** Objects for one request whose response is not read, such as a page. docs/decisions/007-bounds.md */
const objectBytes = 20 * 1024;
/** Four short requests. Where the heap is nearly full, networks with more than these and the average get no more. */
const fewBytes = 5 * objectBytes;
/** Reserved for a body that no handler has asked for yet: one read of the socket. */
const bodyBytesAhead = 64 * 1024;
/** Longer than anything that people type. */
const longBodyBytes = 4 * 1024;
/**
 * Requests with long bodies. More in one turn would keep all other requests waiting; even a response for each beyond
 * the queue would.
 */
const longBodies = { perTurn: 4, waiting: [256, 128] } as const;
/** This many, each with a response that its client does not read, fit into the heap beside everything else. */
const maxConnections = 1_600;
/** Requests that were sent ahead. Otherwise all of one connection would be handled before any other's. */
const sentAhead = { perTurn: 4, waiting: [maxConnections, maxConnections] } as const;
/** All requests. Fewer in one turn would take more CPU time: a quarter with four, nothing with sixteen. */
const requestsPerTurn = 16;
/** A request counts as one more for each of these in its URL and cookies: the longest pages take two milliseconds. */
const weightBytes = 2 * 1024;

export interface ConnectionLimits {
  /** From a response's first byte until the operating system has taken its last. */
  readonly responseTimeoutMs: number;
  /** The network of the client, which takes turns with other networks. */
  readonly networkOf: (request: IncomingMessage) => string;
  /** Called when a connection is closed for exceeding a limit. */
  readonly onExceeded: (limit: 'pipelining' | 'slow reader' | 'connections' | 'overload') => void;
}

interface Connection {
  response: ServerResponse;
  /** When the response was first seen to have begun; null before. */
  respondingSince: number | null;
  readonly waiting: WaitingRequest[];
}

interface WaitingRequest {
  readonly release: () => void;
  readonly start: () => void;
}

/**
 * An HTTP server that handles the requests of one connection one after the other. Node would start all that arrive
 * in one chunk, so that a client that never reads could open thousands of files with a few kilobytes.
 */
export function createLimitedServer(
  options: ServerOptions,
  handle: RequestListener,
  { responseTimeoutMs, networkOf, onExceeded }: ConnectionLimits,
): Server {
  const connections = new Map<Socket, Connection>();
  const budget = new NetworkBudget(maxBytes);
  const longRequests = new NetworkBudget(maxLongBytes);
  const heap = new HeapLimit();
  const turns = new FairScheduler(requestsPerTurn);
  const turnsOfLongBodies = new PacedScheduler(longBodies);
  const turnsAhead = new PacedScheduler(sentAhead);

  // A reset: otherwise the kernel would keep what the client has not read for minutes. docs/decisions/007-bounds.md
  const close = (socket: Socket, limit: 'pipelining' | 'slow reader' | 'overload'): void => {
    onExceeded(limit);
    resetConnection(socket);
  };

  const isHeapFull = (network: string, bytes: number) => heap.isReached(budget.holdsMost(network, bytes, fewBytes));

  /** Reserves memory for a request; null if there is none. */
  const reserve = (request: IncomingMessage, bytes: number, keepFree: number): (() => void) | null => {
    const isLong = bytes > objectBytes + shortBytes;
    const network = networkOf(request);
    if (isHeapFull(network, bytes)) return null;
    if (isLong && !longRequests.take(network, bytes)) return null;
    const release = () => {
      if (isLong) longRequests.release(network, bytes);
    };
    if (!budget.take(network, bytes, keepFree)) {
      release();
      return null;
    }
    return () => {
      release();
      budget.release(network, bytes);
    };
  };

  const start = (request: IncomingMessage, response: ServerResponse, release: () => void): void => {
    const { socket } = request;
    const connection = connections.get(socket);
    if (connection) Object.assign(connection, { response, respondingSince: null });
    else connections.set(socket, { response, respondingSince: null, waiting: [] });
    let forget = () => {};
    response.once('close', () => {
      forget();
      release();
      const isLast = connections.get(socket)?.waiting.length === 0;
      if (isLast || !turnsAhead.add(() => startNext(socket), networkOf(request))) startNext(socket);
    });
    const handleIfPossible = () => {
      // Those that came at once were accepted before any of them took its memory.
      if (isHeapFull(networkOf(request), 0)) close(socket, 'overload');
      else handle(request, response);
    };
    const handleInTurn = () => {
      if (socket.writable) forget = turns.start(handleIfPossible, () => networkOf(request), weightOf(request));
    };
    if (contentLengthOf(request) <= longBodyBytes) handleInTurn();
    else if (!turnsOfLongBodies.add(handleInTurn, networkOf(request))) close(socket, 'overload');
  };

  const startNext = (socket: Socket): void => {
    const waiting = connections.get(socket)?.waiting ?? [];
    const next = socket.writable ? waiting.shift() : undefined;
    if (next) {
      next.start();
      return;
    }
    for (const { release } of waiting) release();
    connections.delete(socket);
  };

  // Beside the listener below, only a development server's accepts other protocols.
  const shouldUpgradeCallback = (): boolean => server.listenerCount('upgrade') > 1;
  const settings = { ...options, IncomingMessage: LimitedRequest, shouldUpgradeCallback };
  const server: Server<typeof LimitedRequest> = createServer(settings, (request, response) => {
    const { socket } = request;
    heads.finish(socket);
    const bytes = objectBytes + (request.url?.length ?? 0) + trimHeaders(request, server.maxHeadersCount ?? 0);
    const connection = connections.get(socket);
    if (!connection) {
      const release = reserve(request, bytes, 0);
      if (release) start(request, response, release);
      else close(socket, 'overload');
      return;
    }
    // Its body is not asked for yet.
    const bodyBytes = contentLengthOf(request) > 0 ? bodyBytesAhead : 0;
    const hasRoom = connection.waiting.length < maxRequestsInFlight - 1;
    const release = hasRoom ? reserve(request, bytes + bodyBytes, keptForFirst) : null;
    if (release) connection.waiting.push({ release, start: () => start(request, response, release) });
    else close(socket, 'pipelining');
  });
  const heads = new UnfinishedHeads(server, heap, (socket) => close(socket, 'overload'));
  server.on('upgrade', ({ isRefused, socket }) => {
    heads.finish(socket);
    if (!isRefused) return;
    // Node has taken its listeners away, and an error without a listener would end the process.
    socket.on('error', () => undefined);
    if (!socket.writable) {
      // Node stops reading here, and would keep all that arrives: 300 bytes for each byte that is sent alone.
      socket.resume();
      return;
    }
    if (connections.has(socket)) {
      close(socket, 'pipelining');
      return;
    }
    // Node no longer watches it: a client that does not read would keep it open. The socket's own timeout restarts with
    // every byte.
    const timeout = setTimeout(() => close(socket, 'slow reader'), responseTimeoutMs);
    socket.once('close', () => clearTimeout(timeout));
    server.emit('clientError', Object.assign(new Error('The body has no length'), { code: noLength }), socket);
  });
  // After `maxRequestsPerSocket`, Node itself responds to further pipelined requests, without limit.
  server.on('dropRequest', (_, socket) => close(socket as Socket, 'pipelining'));
  server.on('connection', () => turns.deferTurn());
  limitConnections(server, () => onExceeded('connections'));
  keepUnreadResponses(server, connections);

  const onSlow = (socket: Socket) => close(socket, 'slow reader');
  endConnections(server, responseTimeoutMs, onSlow);
  watchResponses(server, connections, responseTimeoutMs, onSlow);
  return server;
}

const weightOf = ({ url = '', headers: { cookie = '' } }: IncomingMessage): number =>
  1 + Math.floor((url.length + cookie.length) / weightBytes);

/**
 * Resets connections beyond the limit. Node's own `maxConnections` only closes them: the kernel would keep each one for
 * minutes if its client acknowledges nothing. docs/decisions/007-bounds.md
 */
function limitConnections(server: Server, onExceeded: () => void): void {
  let open = 0;
  server.on('connection', (socket) => {
    // Reset before it was accepted: its network is not known, and would be one that all such clients share. Node keeps
    // the address from here on, also after a reset.
    if (socket.remoteAddress === undefined) {
      resetConnection(socket);
      return;
    }
    if (open === maxConnections) {
      onExceeded();
      resetConnection(socket);
      return;
    }
    open += 1;
    socket.once('close', () => {
      open -= 1;
    });
  });
}

/**
 * At a shutdown, Node takes a connection for idle as soon as its response has been passed on, and would drop what the
 * client has not received yet.
 */
function keepUnreadResponses(server: Server, connections: ReadonlyMap<Socket, Connection>): void {
  const closeIdleConnections = server.closeIdleConnections.bind(server);
  server.closeIdleConnections = () => {
    const responding = [...connections.keys()];
    for (const socket of responding) socket.destroy = () => socket;
    closeIdleConnections();
    // Back to the method of the class.
    for (const socket of responding) Reflect.deleteProperty(socket, 'destroy');
  };
}

/**
 * A connection that ends with a response, or because it is idle, counts as open until the client has closed it, too:
 * the kernel would keep what the client has not read for minutes. docs/decisions/007-bounds.md
 */
function endConnections(server: Server, responseTimeoutMs: number, onSlow: (socket: Socket) => void): void {
  const end = (socket: Socket): void => {
    if (!socket.writable) return;
    socket.end();
    // Node no longer reads after a refused upgrade, and would not see that the client closes it.
    socket.resume();
    const timeout = setTimeout(() => onSlow(socket), responseTimeoutMs);
    socket.once('close', () => clearTimeout(timeout));
  };
  server.on('connection', (socket) => {
    // Node calls it after the last response of a connection.
    socket.destroySoon = () => end(socket);
    // The client sends nothing more. Node only closes the connection, and takes no response back that it has sent.
    socket.once('end', () => resetConnection(socket));
  });
  // Node would only close it, too.
  server.on('connect', (_, socket) => {
    socket.on('error', () => undefined);
    resetConnection(socket as Socket);
  });
  server.on('timeout', end);
}

/** Finds the clients that take too long to read a response. */
function watchResponses(
  server: Server,
  connections: ReadonlyMap<Socket, Connection>,
  responseTimeoutMs: number,
  onSlow: (socket: Socket) => void,
): void {
  // One timer for all connections: a timer for each response would be set and cleared with every request.
  const sweep = setInterval(
    () => {
      const now = performance.now();
      for (const [socket, connection] of connections) {
        const { headersSent, closed } = connection.response;
        // Closed where the next request waits for its turn.
        if (!headersSent || closed) continue;
        connection.respondingSince ??= now;
        if (now - connection.respondingSince >= responseTimeoutMs) onSlow(socket);
      }
    },
    Math.min(1_000, Math.max(20, responseTimeoutMs / 5)),
  );
  sweep.unref();
  server.once('close', () => clearInterval(sweep));
}
