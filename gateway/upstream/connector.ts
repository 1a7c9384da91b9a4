import { createSecureContext, TLSSocket } from 'node:tls';
import { buildConnector } from 'undici';
import { FairQueue } from '../http/fair-queue.ts';
import { type Limit, NetworkBudget } from '../http/network-budget.ts';

/** Connections that are opening, and TLS handshakes of the last second. docs/decisions/007-bounds.md */
const maxConnecting: Limit = [256, 128];
const handshakeWindowMs = 1_000;

/**
 * Opens connections to the upstream. A TLS handshake takes more than a millisecond of CPU time, and each client that
 * leaves costs one, because its request ends with its connection. So one connection opens in each turn of the event
 * loop, the networks of the clients take turns, and one network gets a limited number. All share the authorities'
 * certificates and the newest TLS session, which saves a third of that time.
 */
export class Connector {
  readonly #options: buildConnector.BuildOptions;
  readonly #queue = new FairQueue();
  readonly #connecting = new NetworkBudget(...maxConnecting);
  #isScheduled = false;
  #newestSession: Buffer | undefined;
  /** Of the request that is being dispatched. */
  #network = '';
  #cancel = () => {};

  constructor(timeoutMs: number) {
    this.#options = {
      timeout: timeoutMs,
      // Explicit on purpose: never accept an unverified certificate.
      rejectUnauthorized: true,
      secureContext: createSecureContext(),
      // undici keeps sessions only until the next garbage collection.
      maxCachedSessions: 0,
      allowH2: false,
    };
  }

  /**
   * Runs `dispatch`: a connection that undici opens for it counts towards this network.
   * @returns a function that drops this connection if it has not begun to open
   */
  runFor(network: string, dispatch: () => void): () => void {
    this.#network = network;
    this.#cancel = () => {};
    dispatch();
    return this.#cancel;
  }

  /** For undici's `connect`. */
  readonly connect: buildConnector.connector = (options, callback) => {
    const network = this.#network;
    const open = () => this.#open(network, options, callback);
    this.#cancel = () => {
      if (this.#queue.remove(network, open)) callback(new Error('No request needs this connection'), null);
    };
    this.#queue.add(network, open);
    this.#schedule();
  };

  #schedule(): void {
    if (this.#isScheduled || this.#queue.isEmpty || this.#connecting.held >= maxConnecting[0]) return;
    this.#isScheduled = true;
    setImmediate(() => {
      this.#isScheduled = false;
      const open = this.#queue.next((network) => this.#connecting.take(network, 1));
      if (!open) return;
      open();
      this.#schedule();
    });
  }

  #open(network: string, options: buildConnector.Options, callback: buildConnector.Callback): void {
    const release = () => {
      this.#connecting.release(network, 1);
      this.#schedule();
    };
    const fail = (error: Error) => {
      // It may be the session that the upstream does not like.
      this.#newestSession = undefined;
      release();
      callback(error, null);
    };
    try {
      const connect = buildConnector({ ...this.#options, session: this.#newestSession });
      connect(options, (error, socket) => {
        if (error) return fail(error);
        if (socket instanceof TLSSocket) {
          socket.on('session', (session) => {
            this.#newestSession = session;
          });
          setTimeout(release, handshakeWindowMs).unref();
        } else release();
        callback(null, socket);
      });
    } catch (error) {
      fail(error as Error);
    }
  }
}
