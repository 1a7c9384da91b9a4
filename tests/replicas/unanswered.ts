import type { FailedConnection } from './connection-history.ts';

/** A request that got no answer, with all that may explain it. */
export interface Unanswered {
  /** ISO 8601. */
  readonly at: string;
  readonly method: string;
  readonly path: string;
  readonly milliseconds: number;
  readonly error: unknown;
  /** Null when there was none yet. */
  readonly connection: FailedConnection | null;
  /** What was being done to the lab when it was sent, and when it failed. */
  readonly during: readonly [string, string];
}

/** In one line, without the query. */
export function describeUnanswered({ at, method, path, milliseconds, error, connection, during }: Unanswered): string {
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
