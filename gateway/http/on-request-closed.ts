import type { FastifyReply } from 'fastify';
import { codes } from '#shared/problem.ts';
import { Problem } from './problem.ts';

/** A reply, of which only the client's connection matters. */
export type Connected = Pick<FastifyReply, 'raw'>;

/** Calls back once: when the response has been sent, or when the client has disconnected. At once if it has already. */
export function onRequestClosed({ raw: response }: Connected, callback: () => void): void {
  if (response.closed) callback();
  else response.once('close', callback);
}

/**
 * Waits for a task that goes on without this client, such as a refresh that others share. The handling of a request
 * keeps its headers and its body in memory, so it ends when the client leaves.
 * @throws {Problem} 499 when the client has left
 */
export async function whileConnected<T>(reply: Connected, task: Promise<T>): Promise<T> {
  const left = new Promise<typeof gone>((resolve) => {
    onRequestClosed(reply, () => resolve(gone));
  });
  const outcome = await Promise.race([task, left]);
  // Not a rejection: the task would keep it until its end, and an error's stack keeps the request.
  if (outcome === gone) throw clientLeft();
  return outcome;
}

/** Tells what goes on without the client whether it is still connected, and keeps nothing else of the request. */
export function watchConnection(reply: Connected): () => boolean {
  const connection = { isOpen: true };
  onRequestClosed(reply, () => {
    connection.isOpen = false;
  });
  return () => connection.isOpen;
}

const gone = Symbol('gone');

/** Ends the handling of a request whose client has left. No response is sent. */
export const clientLeft = (): Problem => new Problem(codes.unavailable, 'Client went away', { status: 499 });
