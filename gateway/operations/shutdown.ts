import { Server, type Socket } from 'node:net';
import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises';
import closeWithGrace from 'close-with-grace';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';

/** Load balancers check every few hundred milliseconds and then send no new requests. decisions.md §3, Limits */
const drainMs = 1_000;
/** How long waiting connections are accepted: new ones may never stop coming. */
const acceptMs = 250;
/** How long the next request of an open connection may be on its way. */
const arrivalMs = 500;
/** How long a request may still arrive after idle connections are closed. */
const incompleteRequestMs = 1_000;

export interface ShutdownOptions {
  readonly gateway: FastifyInstance;
  readonly admin: FastifyInstance;
  readonly logger: Logger;
  readonly graceMs: number;
}

/**
 * On SIGTERM and SIGINT: not ready; a second later no new connections, and half a second later none that are idle.
 * Waits for requests in flight, running refreshes and revocations (session/session.ts), and up to two seconds for error
 * reports. After the grace time the process ends anyway. An uncaught error ends it the same way, with code 1.
 */
export function shutDownGracefully({ gateway, admin, logger, graceMs }: ShutdownOptions): void {
  const delay = Math.max(graceMs, 1);
  const connections = new Set<Socket>();
  gateway.server.on('connection', (socket: Socket) => {
    connections.add(socket);
    socket.once('close', () => connections.delete(socket));
  });
  const onTimeout = () => {
    logger.warn('Not everything was finished within SHUTDOWN_GRACE_MS');
    logger.flush();
  };
  const { close } = closeWithGrace({ delay, logger: null, onTimeout, skip: ['SIGTERM'] }, async ({ err, signal }) => {
    if (err) gateway.telemetry.reportError(err);
    else logger.info({ signal: signal ?? 'SIGTERM' }, 'Shutting down');
    gateway.health.shuttingDown = true;
    await pause(Math.min(drainMs, delay / 2));
    await acceptWaiting(gateway.server, Math.min(acceptMs, delay / 8));
    await stopListening(gateway.server, Math.min(arrivalMs, delay / 4));
    await closeServer(gateway, connections);
    await admin.close();
    await gateway.errorReports.flush();
    logger.flush();
  });
  // A supervisor may signal every process of a service, and npm forwards its signal: one SIGTERM can arrive twice. A
  // second SIGINT, from a terminal, ends the process at once.
  process.on('SIGTERM', () => {
    if (!gateway.health.shuttingDown) void close();
  });
}

/**
 * Refuses new connections; open ones end with their next response. `http.Server.close` would also close those whose
 * next request is on its way, which a proxy may not send again.
 */
async function stopListening(server: Server, waitMs: number): Promise<void> {
  server.prependListener('request', (_, response) => {
    response.shouldKeepAlive = false;
  });
  Server.prototype.close.call(server);
  await pause(waitMs);
}

/** Otherwise those that wait for Node would be reset. Node accepts one in each turn of its event loop. */
async function acceptWaiting(server: Server, longestMs: number): Promise<void> {
  let accepted = true;
  const note = () => {
    accepted = true;
  };
  server.on('connection', note);
  const until = performance.now() + longestMs;
  while (accepted && performance.now() < until) {
    accepted = false;
    await nextTurn();
  }
  server.off('connection', note);
}

/**
 * Closes idle connections until the server is closed: keep-alive would hold them open. Later also those of requests
 * that have not arrived completely.
 */
async function closeServer(app: FastifyInstance, connections: ReadonlySet<Socket>): Promise<void> {
  const cutAt = performance.now() + incompleteRequestMs;
  const sweep = setInterval(() => {
    app.server.closeIdleConnections();
    if (performance.now() < cutAt) return;
    const complete = [...app.responsesInFlight.values()].filter(({ req }) => req.complete);
    const responding = new Set(complete.map(({ req }) => req.socket));
    for (const socket of connections) if (!responding.has(socket)) socket.destroy();
  }, 50);
  await app.close();
  clearInterval(sweep);
}
