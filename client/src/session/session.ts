import { useSyncExternalStore } from 'react';
import type { SignInError } from '../paths.ts';
import { start } from '../start.ts';

export interface Session {
  readonly signedIn: boolean;
  /** Why it ended, for the sign-in page to say; null while it lasts and after a sign-out by hand. */
  readonly endReason: SignInError | null;
  /** Counts sign-ins and sign-outs: what was read under another generation belongs to another account. */
  readonly generation: number;
  /** Set after the account was deleted in this browser, until a reload or the next sign-in. */
  readonly deletion: Deletion | null;
}

/** What the sign-in page says after a deletion. decisions.md §4 */
export interface Deletion {
  /** Until when the account can be restored, in epoch milliseconds. */
  readonly restorableUntil: number;
  /** Who keeps billing a subscription; null for nobody. */
  readonly biller: 'us' | 'appStore' | 'playStore' | 'setapp' | 'partner' | null;
}

let session: Session = { signedIn: start.session.signedIn, endReason: null, generation: 0, deletion: null };
const listeners = new Set<() => void>();

export const readSession = (): Session => session;

export function subscribeToSession(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The session as this page knows it; the guards follow it. */
export const useSession = (): Session => useSyncExternalStore(subscribeToSession, readSession);

/** Somebody has signed in, here or in another tab. */
export function beginSession(): void {
  change({ signedIn: true, endReason: null, generation: session.generation + 1, deletion: null });
}

/** The session is over; `endReason` goes to the sign-in page. */
export function endSession(endReason: SignInError | null, deletion: Deletion | null = null): void {
  if (session.signedIn) change({ signedIn: false, endReason, generation: session.generation + 1, deletion });
}

function change(next: Session): void {
  session = next;
  for (const listener of listeners) listener();
}
