import { subscribe } from 'node:diagnostics_channel';
import type { Socket } from 'node:net';
import type { DiagnosticsChannel } from 'undici';

/** The connection of a request that has failed, as it was then. */
export interface FailedConnection {
  readonly ageMs: number;
  /** Requests that had been sent on it before this one. */
  readonly requestsBefore: number;
  /** From the end of the answer before to this request; null on a new connection. */
  readonly idleMs: number | null;
  /** Of this request's answer. */
  readonly bytesReceived: number;
}

interface History {
  readonly openedAt: number;
  requests: number;
  lastAnswerAt: number | null;
}

interface Sending {
  readonly socket: Socket;
  readonly history: History;
  readonly requestsBefore: number;
  readonly idleMs: number | null;
  readonly bytesBefore: number;
}

const histories = new WeakMap<Socket, History>();
const sendings = new WeakMap<object, Sending>();
const failures = new WeakMap<Error, FailedConnection>();

// undici says on which connection a request goes here, and nowhere else.
subscribe('undici:client:connected', (message) => {
  const { socket } = message as DiagnosticsChannel.ClientConnectedMessage;
  histories.set(socket, { openedAt: performance.now(), requests: 0, lastAnswerAt: null });
});
subscribe('undici:client:sendHeaders', (message) => {
  const { request, socket } = message as DiagnosticsChannel.ClientSendHeadersMessage;
  const history = histories.get(socket);
  if (!history) return;
  const { requests, lastAnswerAt } = history;
  const idleMs = lastAnswerAt === null ? null : performance.now() - lastAnswerAt;
  sendings.set(request, { socket, history, requestsBefore: requests, idleMs, bytesBefore: socket.bytesRead });
  history.requests += 1;
});
subscribe('undici:request:trailers', (message) => {
  const sending = sendings.get((message as DiagnosticsChannel.RequestTrailersMessage).request);
  if (sending) sending.history.lastAnswerAt = performance.now();
});
subscribe('undici:request:error', (message) => {
  const { request, error } = message as DiagnosticsChannel.RequestErrorMessage;
  const sending = sendings.get(request);
  if (!sending) return;
  const { socket, history, requestsBefore, idleMs, bytesBefore } = sending;
  const ageMs = performance.now() - history.openedAt;
  failures.set(error, { ageMs, requestsBefore, idleMs, bytesReceived: socket.bytesRead - bytesBefore });
});

/** What is known of the connection on which undici has failed with this error; null when there was none. */
export function connectionOf(error: unknown): FailedConnection | null {
  return error instanceof Error ? (failures.get(error) ?? null) : null;
}

/** A connection that has just been used is not closed for being idle: who closes it has dropped the request. */
const idleAtLeastMs = 1_000;

const closings: ReadonlySet<unknown> = new Set(['UND_ERR_SOCKET', 'ECONNRESET', 'EPIPE']);

/**
 * Whether the other side has closed a connection that had been used and then idle, without a byte of an answer: it may
 * just have let the connection go when the request came, and not have looked at it. RFC 9112 §9.3.1
 */
export function wasReusedTooLate(error: unknown): boolean {
  const connection = connectionOf(error);
  const { code } = error as NodeJS.ErrnoException;
  if (connection === null || connection.idleMs === null) return false;
  return closings.has(code) && connection.idleMs >= idleAtLeastMs && connection.bytesReceived === 0;
}
