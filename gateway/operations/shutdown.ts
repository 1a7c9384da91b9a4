import { Server, type Socket } from 'node:net';
import { setImmediate as acceptWaiting, setTimeout as pause } from 'node:timers/promises';
import closeWithGrace from 'close-with-grace';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';

/** Load balancers check every few hundred milliseconds and then send no new requests. decisions.md §3, Limits */
const drainMs = 1_000;
/** How long a request may be on its way on a connection that is already open. */
const arrivalMs = 500;
/** How long a request may still arrive after the server has closed. */
const incompleteRequestMs = 1_000;

export interface ShutdownOptions {
  readonly gateway: FastifyInstance;
  readonly admin: FastifyInstance;
  readonly logger: Logger;
  readonly graceMs: number;
}

/**
 * On SIGTERM and SIGINT: not ready; a second later no new connections. Waits for requests in flight, running refreshes
 * and revocations (session/session.ts), and up to two seconds for error reports. After the grace time the process ends
 * anyway. An uncaught error ends it the same way, with code 1.
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
    await stopListening(gateway);
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
async function stopListening({ server }: FastifyInstance): Promise<void> {
  server.prependListener('request', (_, response) => {
    response.shouldKeepAlive = false;
  });
  await acceptWaiting();
  Server.prototype.close.call(server);
  await pause(arrivalMs);
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
