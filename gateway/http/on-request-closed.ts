import type { FastifyReply } from 'fastify';

/** Calls back once when the response is sent or its client has gone; at once where that has happened already. */
export function onRequestClosed({ raw: response }: FastifyReply, callback: () => void): void {
  if (response.closed) callback();
  else response.once('close', callback);
}
