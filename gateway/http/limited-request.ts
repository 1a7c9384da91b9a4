// The plain version is Node's own IncomingMessage, which keeps 64 kB and more of a body before anyone asks for it, and whose parser
// reads to the end whatever one read of the socket holds: 64 kB of tiny requests or chunks take 20 to 60 ms.
import { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';

/** The code of the error for a request whose body comes in chunks, which could be tiny. */
export const noLength = 'LENGTH_REQUIRED';

/** A request whose body stays in the socket until somebody reads it, except for what came with its headers. */
export class LimitedRequest extends IncomingMessage {
  #endsParsing: boolean | undefined;

  constructor(socket: Socket) {
    super(socket);
    // No option sets it.
    (this as unknown as { _readableState: { highWaterMark: number } })._readableState.highWaterMark = 1;
  }

  /**
   * Node asks when it has parsed the headers. Where another protocol begins it parses nothing more and emits `upgrade`, or `connect`.
   * The same serves a request that nobody handles: on a connection that is closed, and one whose body has no length.
   */
  get upgrade(): boolean {
    this.#endsParsing ??= !this.socket.writable || hasTransferEncoding(this) || this.method === 'CONNECT';
    return this.#endsParsing;
  }

  /** Node sets it where a client asks for another protocol. It gets a response in this one. */
  set upgrade(_: boolean) {}
}

const hasTransferEncoding = ({ headers }: IncomingMessage): boolean => headers['transfer-encoding'] !== undefined;
