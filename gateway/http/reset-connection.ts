import type { Socket } from 'node:net';

/**
 * Closes a connection with a reset, so that the kernel keeps nothing that the client has not read. A connection that is
 * just being ended is reset when it has ended: until then, libuv refuses a reset, and Node would lose the open socket.
 */
export function resetConnection(socket: Socket): void {
  const isEnding = socket.writableEnded && !socket.writableFinished && socket.writableLength === 0;
  if (isEnding) socket.once('finish', () => socket.resetAndDestroy());
  else socket.resetAndDestroy();
}
