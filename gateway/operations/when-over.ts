import type { FastifyReply, FastifyRequest } from 'fastify';

/** Calls once when the answer is sent, or its client has gone; at once where that is so already. */
export function whenOver({ raw: { socket } }: FastifyRequest, { raw: response }: FastifyReply, over: () => void): void {
  if (socket.destroyed) {
    over();
    return;
  }
  response.on('close', over);
  if (response.socket) return;
  // The answer of a pipelined request has no connection before its turn, and is not told when that one ends.
  const end = () => {
    response.off('close', over);
    over();
  };
  // As many as the client sends ahead.
  socket.setMaxListeners(0).once('close', end);
  response.on('close', () => socket.off('close', end));
}
