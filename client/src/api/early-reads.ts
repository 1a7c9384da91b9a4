import { readSession } from '../session/session.ts';

interface EarlyRead {
  /** Null if it failed. */
  readonly response: Promise<Response | null>;
  readonly abort: () => void;
}

declare global {
  /** Requests that the page itself has sent, by URL. Set by gateway/pages/early-reads.ts. */
  var earlyReads: Record<string, EarlyRead> | undefined;
}

/** An older response may belong to an earlier session. */
const maxAgeMs = 30_000;

/**
 * The response that the page has requested before this code was loaded; null if it has not. Each is used once.
 * @param timeout ends the request
 */
export function takeEarlyRead(url: string, timeout: AbortSignal): Promise<Response | null> | null {
  const early = globalThis.earlyReads?.[url];
  delete globalThis.earlyReads?.[url];
  if (!early || performance.now() >= maxAgeMs || readSession().generation !== 0) return null;
  timeout.addEventListener('abort', early.abort);
  return early.response;
}
