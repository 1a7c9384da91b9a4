// The plain version is Node's own IncomingMessage, which keeps 64 kB and more of a body before anyone asks for it.
import { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';

/** Of one read of the socket. Each chunk is an object, and tiny ones take hundreds of times their bytes. */
const maxUnreadChunks = 64;

/** A request whose body stays in the socket until somebody reads it, except for what came with its headers. */
export class PatientRequest extends IncomingMessage {
  #unreadChunks = 0;

  constructor(socket: Socket) {
    super(socket);
    // No option sets it.
    (this as unknown as { _readableState: { highWaterMark: number } })._readableState.highWaterMark = 1;
  }

  override push(chunk: Buffer | null): boolean {
    if (chunk !== null && !this.readableFlowing) this.#unreadChunks += 1;
    // Dropped: whoever reads the body after all gets an error.
    return this.#unreadChunks <= maxUnreadChunks && super.push(chunk);
  }

  override _read(size: number): void {
    if (this.#unreadChunks > maxUnreadChunks) this.destroy(new Error('The body has too many chunks'));
    else super._read(size);
  }
}
