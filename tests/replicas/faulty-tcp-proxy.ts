import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

/**
 * A TCP proxy that can be closed, slowed down and moved, to simulate network failures, restarts, busy servers and
 * failovers.
 */
export class FaultyTcpProxy {
  /** Added latency of everything that the server sends from now on. */
  delayMs = 0;
  /** Of new connections. */
  targetPort: number;
  readonly #sockets = new Set<Socket>();
  #server: Server | null = null;
  #port = 0;

  constructor(targetPort: number) {
    this.targetPort = targetPort;
  }

  get port(): number {
    return this.#port;
  }

  /** Accepts connections, always on the same port. */
  async open(): Promise<void> {
    const server = createServer((client) => this.#join(client));
    server.listen(this.#port, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    if (address === null || typeof address === 'string') throw new Error('no port');
    this.#port = address.port;
    this.#server = server;
  }

  /** Resets all connections and refuses new ones, like a crash of the server. */
  async cut(): Promise<void> {
    const closed = this.#server ? once(this.#server, 'close') : null;
    this.#server?.close();
    for (const socket of this.#sockets) socket.resetAndDestroy();
    await closed;
    this.#server = null;
  }

  #join(client: Socket): void {
    const target = connect(this.targetPort, '127.0.0.1');
    for (const socket of [client, target]) {
      this.#sockets.add(socket);
      socket.setNoDelay(true);
      socket.on('error', () => undefined);
      socket.once('close', () => this.#sockets.delete(socket));
    }
    client.pipe(target);
    client.once('close', () => target.destroy());
    // One after the other, which keeps the order when the delay shrinks.
    let last = Promise.resolve();
    const later = (act: () => void) => {
      const due = Date.now() + this.delayMs;
      last = last.then(async () => {
        const leftMs = due - Date.now();
        if (leftMs > 0) await pause(leftMs);
        act();
      });
    };
    target.on('data', (chunk) => later(() => client.write(chunk)));
    target.once('close', () => later(() => client.destroy()));
  }
}
