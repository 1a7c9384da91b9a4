import { subscribe } from 'node:diagnostics_channel';
import type { Socket } from 'node:net';
import type { DiagnosticsChannel } from 'undici';

/** The connection of a failed request, at the time of the failure. */
export interface FailedConnection {
  readonly ageMs: number;
  /** Requests that had been sent on it before this one. */
  readonly requestsBefore: number;
  /** From the end of the previous response to this request; null on a new connection. */
  readonly idleMs: number | null;
  /** Of this request's response. */
  readonly bytesReceived: number;
}

interface History {
  readonly openedAt: number;
  requests: number;
  lastResponseAt: number | null;
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

// Only these channels of undici reveal which connection a request uses.
subscribe('undici:client:connected', (message) => {
  const { socket } = message as DiagnosticsChannel.ClientConnectedMessage;
  histories.set(socket, { openedAt: performance.now(), requests: 0, lastResponseAt: null });
});
subscribe('undici:client:sendHeaders', (message) => {
  const { request, socket } = message as DiagnosticsChannel.ClientSendHeadersMessage;
  const history = histories.get(socket);
  if (!history) return;
  const { requests, lastResponseAt } = history;
  const idleMs = lastResponseAt === null ? null : performance.now() - lastResponseAt;
  sendings.set(request, { socket, history, requestsBefore: requests, idleMs, bytesBefore: socket.bytesRead });
  history.requests += 1;
});
subscribe('undici:request:trailers', (message) => {
  const sending = sendings.get((message as DiagnosticsChannel.RequestTrailersMessage).request);
  if (sending) sending.history.lastResponseAt = performance.now();
});
subscribe('undici:request:error', (message) => {
  const { request, error } = message as DiagnosticsChannel.RequestErrorMessage;
  const sending = sendings.get(request);
  if (!sending) return;
  const { socket, history, requestsBefore, idleMs, bytesBefore } = sending;
  const ageMs = performance.now() - history.openedAt;
  failures.set(error, { ageMs, requestsBefore, idleMs, bytesReceived: socket.bytesRead - bytesBefore });
});

/** The connection on which undici failed with this error; null if there was none. */
export function connectionOf(error: unknown): FailedConnection | null {
  return error instanceof Error ? (failures.get(error) ?? null) : null;
}

/** A connection that was just used is not closed for being idle, so closing it dropped the request. */
const idleAtLeastMs = 1_000;

const closings: ReadonlySet<unknown> = new Set(['UND_ERR_SOCKET', 'ECONNRESET', 'EPIPE']);

/**
 * Whether the server closed a reused, idle connection without a byte of a response: it may have closed it for being
 * idle just before the request arrived. RFC 9112 §9.3.1
 */
export function wasReusedTooLate(error: unknown): boolean {
  const connection = connectionOf(error);
  const { code } = error as NodeJS.ErrnoException;
  if (connection === null || connection.idleMs === null) return false;
  return closings.has(code) && connection.idleMs >= idleAtLeastMs && connection.bytesReceived === 0;
}
