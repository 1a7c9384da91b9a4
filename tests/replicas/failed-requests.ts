import type { FailedConnection } from './connection-history.ts';

/** A request without a response, with possible reasons. */
export interface FailedRequest {
  /** ISO 8601. */
  readonly at: string;
  readonly method: string;
  readonly path: string;
  readonly milliseconds: number;
  readonly error: unknown;
  /** Null if there was none yet. */
  readonly connection: FailedConnection | null;
  /** The scenario when it was sent, and when it failed. */
  readonly during: readonly [string, string];
}

/** Describes it in one line, without the query. */
export function describeFailedRequest({
  at,
  method,
  path,
  milliseconds,
  error,
  connection,
  during,
}: FailedRequest): string {
  const [sent, failed] = during;
  return [
    `${at} ${method} ${path.replace(/\?.*/, '')} failed after ${Math.round(milliseconds)} ms: ${describeError(error)}`,
    connection ? describeConnection(connection) : 'no connection',
    `during: ${sent === failed ? sent : `${sent}, then ${failed}`}`,
  ].join('; ');
}

function describeError(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { name, code, message } = error as NodeJS.ErrnoException;
  return `${code ?? name} ${message}`;
}

function describeConnection({ ageMs, requestsBefore, idleMs, bytesReceived }: FailedConnection): string {
  const use = idleMs === null ? 'new' : `${requestsBefore} requests before, idle for ${Math.round(idleMs)} ms`;
  return `connection of ${Math.round(ageMs)} ms, ${use}, ${bytesReceived} bytes received`;
}
