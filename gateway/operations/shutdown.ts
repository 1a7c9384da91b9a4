import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import closeWithGrace from 'close-with-grace';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';

/** Load balancers ask every few hundred milliseconds; after this they send nothing new. decisions.md §3 */
const drainMs = 1_000;
/** What a client has begun to send when the server closes may still come in for this long. */
const halfSentMs = 1_000;

export interface ShutdownOptions {
  readonly gateway: FastifyInstance;
  readonly admin: FastifyInstance;
  readonly logger: Logger;
  readonly graceMs: number;
}

/**
 * On SIGTERM and SIGINT: not ready, a second later no new connections, what is under way is finished, then the process ends;
 * after the grace time it ends whatever happens. An error that nobody caught ends it the same way, with code 1.
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
  closeWithGrace({ delay, logger: null, onTimeout }, async ({ err, signal }) => {
    if (err) gateway.telemetry.reportError(err);
    else logger.info({ signal }, 'Shutting down');
    gateway.health.shuttingDown = true;
    await new Promise((resolve) => setTimeout(resolve, Math.min(drainMs, delay / 2)));
    await closeServer(gateway, connections);
    await admin.close();
    await gateway.errorReports.flush();
    logger.flush();
  });
}

/**
 * Connections that were busy when the server closed would stay open, idle, for as long as they may be kept alive; those of
 * a request that does not come in whole, until its time is over.
 */
async function closeServer(app: FastifyInstance, connections: ReadonlySet<Socket>): Promise<void> {
  const cutAt = performance.now() + halfSentMs;
  const sweep = setInterval(() => {
    app.server.closeIdleConnections();
    if (performance.now() < cutAt) return;
    for (const socket of connections) if (!isAnswering(socket)) socket.destroy();
  }, 50);
  await app.close();
  clearInterval(sweep);
}

/** Whether a whole request of this connection is being answered. Node says it in no other way. */
function isAnswering(socket: Socket & { _httpMessage?: ServerResponse | null }): boolean {
  return socket._httpMessage?.req.complete === true;
}
