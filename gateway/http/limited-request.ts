// The plain version is Node's own IncomingMessage, which keeps 64 kB and more of a body before anyone asks for it, and
// whose parser reads to the end whatever one read of the socket holds: 64 kB of tiny requests or chunks take 20 to 60
// ms.
import { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';

/** The code of the error for a request whose body comes in chunks, which could be tiny. */
export const noLength = 'LENGTH_REQUIRED';

/** A request whose body stays in the socket until it is read, except for what came with its headers. */
export class LimitedRequest extends IncomingMessage {
  /** By the clock of `performance.now()`. */
  readonly arrivedAt = performance.now();
  #isRefused: boolean | undefined;
  #asksForProtocol = false;

  constructor(socket: Socket) {
    super(socket);
    // No option sets it.
    (this as unknown as { _readableState: { highWaterMark: number } })._readableState.highWaterMark = 1;
  }

  /** It is not handled: its connection is closed, or its body has no length. */
  get isRefused(): boolean {
    this.#isRefused ??= !this.socket.writable || this.headers['transfer-encoding'] !== undefined;
    return this.#isRefused;
  }

  /**
   * Node reads it when it has parsed the headers. Where another protocol begins, Node parses nothing more and emits
   * `upgrade`: the one way to stop it.
   */
  get upgrade(): boolean {
    return this.isRefused || this.#asksForProtocol;
  }

  /** Node sets what the client asks for, then what `shouldUpgradeCallback` says. */
  set upgrade(value: boolean) {
    // Its constructor sets it, too.
    if (#asksForProtocol in this) this.#asksForProtocol = value;
  }
}

/** Since it was received: it may have waited for its turn. */
export const millisecondsSinceReceived = (request: IncomingMessage): number =>
  request instanceof LimitedRequest ? performance.now() - request.arrivedAt : 0;
