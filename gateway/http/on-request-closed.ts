import type { FastifyReply } from 'fastify';

/** Calls back once: when the response has been sent, or when the client has disconnected. At once if it has already. */
export function onRequestClosed({ raw: response }: FastifyReply, callback: () => void): void {
  if (response.closed) callback();
  else response.once('close', callback);
}
