import type { FastifyReply, FastifyRequest } from 'fastify';

declare module 'fastify' {
  interface FastifyRequest {
    /** What is called when the request is over; null before the first `whenOver`. */
    atEnd: (() => void)[] | null;
  }
}

/** Calls once when the answer is sent, or its client has gone; at once where that is so already. */
export function whenOver(request: FastifyRequest, { raw: response }: FastifyReply, over: () => void): void {
  const { socket } = request.raw;
  if (socket.destroyed) {
    over();
    return;
  }
  if (request.atEnd) {
    request.atEnd.push(over);
    return;
  }
  // One listener serves all.
  const atEnd = [over];
  request.atEnd = atEnd;
  const end = () => {
    for (const each of atEnd) each();
  };
  response.on('close', end);
  if (response.socket) return;
  // The answer of a pipelined request has no connection before its turn, and is not told when that one ends.
  const endWithSocket = () => {
    response.off('close', end);
    end();
  };
  // As many as the client sends ahead.
  socket.setMaxListeners(0).once('close', endWithSocket);
  response.on('close', () => socket.off('close', endWithSocket));
}
