// The plain version limits only requests whose headers are complete. Node keeps those of all others in the heap as
// well, from the 31st line on: 1,250 connections with 15 kB of lines behind a call ended the process.
// docs/decisions/007-bounds.md
import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { HeapLimit } from './heap-limit.ts';

/** Each takes 20 kB of the heap at most. */
const maxUnfinished = 400;
/** Where the heap is nearly full. */
const maxUnderPressure = 20;

type KeepLines = (this: Parser, lines: readonly string[], url: string) => void;

/** Node's own, which no type describes. */
interface Parser {
  readonly socket: (Socket & { readonly server?: Server }) | null;
  readonly constructor: { readonly kOnHeaders: number };
  [callback: number]: KeepLines;
}

/** What each server does when the parser of a connection has kept more lines. */
const listeners = new WeakMap<Server, (socket: Socket) => void>();

/**
 * Requests with unfinished headers of more than 30 lines. Beyond the limit, the connection of the oldest is reset:
 * those of ordinary clients are complete within a moment.
 */
export class UnfinishedHeads {
  readonly #sockets = new Set<Socket>();

  constructor(server: Server, heap: Pick<HeapLimit, 'isReached'>, reset: (socket: Socket) => void) {
    listeners.set(server, (socket) => {
      this.#sockets.add(socket);
      if (this.#sockets.size <= maxUnderPressure) return;
      const most = heap.isReached(true) ? maxUnderPressure : maxUnfinished;
      for (const oldest of this.#sockets) {
        if (this.#sockets.size <= most) break;
        this.#sockets.delete(oldest);
        reset(oldest);
      }
    });
    server.on('connection', (socket) => {
      watchParser((socket as unknown as { readonly parser: Parser }).parser);
      socket.once('close', () => this.finish(socket));
    });
  }

  /** The headers are complete. */
  finish(socket: Socket): void {
    this.#sockets.delete(socket);
  }
}

/** Once for each parser: Node reuses them. */
function watchParser(parser: Parser): void {
  const index = parser.constructor.kOnHeaders;
  const keepLines = parser[index] as KeepLines & { readonly isWatched?: true };
  if (keepLines.isWatched) return;
  const watched: KeepLines = function (lines, url) {
    keepLines.call(this, lines, url);
    const { socket } = this;
    if (socket?.server) listeners.get(socket.server)?.(socket);
  };
  parser[index] = Object.assign(watched, { isWatched: true as const });
}
