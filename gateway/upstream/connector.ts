import { createSecureContext, TLSSocket } from 'node:tls';
import { buildConnector } from 'undici';
import { FairQueue } from '../http/fair-queue.ts';
import { type Limit, NetworkBudget } from '../http/network-budget.ts';
import { createSharedLookup } from '../http/shared-lookup.ts';

/** TLS handshakes that are running, or were done in the last second. docs/decisions/007-bounds.md */
const maxHandshakes: Limit = [256, 128];
const handshakeWindowMs = 1_000;
const perTurn = 8;

/**
 * Opens connections to the upstream. A TLS handshake takes more than a millisecond of CPU time, and each client that
 * leaves costs one, because its request ends with its connection. So a few begin in each turn of the event loop, the
 * networks of the clients take turns, and one network gets a limited number. All share the authorities' certificates
 * and the newest TLS session, which saves a third of that time. Connections without TLS open at once.
 */
export class Connector {
  readonly lookup = createSharedLookup();
  readonly #options: buildConnector.BuildOptions;
  readonly #queue = new FairQueue();
  readonly #handshakes = new NetworkBudget(...maxHandshakes);
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
      lookup: this.lookup,
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
    if (options.protocol !== 'https:') return this.#open(options, callback, () => {});
    const network = this.#network;
    const release = () => {
      this.#handshakes.release(network, 1);
      this.#schedule();
    };
    const open = () => this.#open(options, callback, release);
    this.#cancel = () => {
      if (this.#queue.remove(network, open)) callback(new Error('No request needs this connection'), null);
    };
    this.#queue.add(network, open);
    this.#schedule();
  };

  #schedule(): void {
    if (this.#isScheduled || this.#queue.isEmpty) return;
    this.#isScheduled = true;
    setImmediate(() => {
      this.#isScheduled = false;
      for (let count = 0; count < perTurn && this.#handshakes.held < maxHandshakes[0]; count += 1) {
        const open = this.#queue.next((network) => this.#handshakes.take(network, 1));
        // The networks that wait have all that they may have: a release schedules the next turn.
        if (!open) return;
        open();
      }
      if (this.#handshakes.held < maxHandshakes[0]) this.#schedule();
    });
  }

  /** @param release ends the handshake's share of the limits; nothing without TLS */
  #open(options: buildConnector.Options, callback: buildConnector.Callback, release: () => void): void {
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
        }
        callback(null, socket);
      });
    } catch (error) {
      fail(error as Error);
    }
  }
}
