import { readSession } from '../session/session.ts';

declare global {
  /** Requests that the page itself has sent, by URL; null for one that failed. Set by gateway/pages/early-reads.ts. */
  var earlyReads: Record<string, Promise<Response | null>> | undefined;
}

/** An older response may belong to an earlier session. */
const maxAgeMs = 30_000;

/** The response that the page has requested before this code was loaded; null if it has not. Each is used once. */
export function takeEarlyRead(url: string): Promise<Response | null> | null {
  const early = globalThis.earlyReads?.[url];
  delete globalThis.earlyReads?.[url];
  return early && performance.now() < maxAgeMs && readSession().generation === 0 ? early : null;
}
