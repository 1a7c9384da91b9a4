import { useSyncExternalStore } from 'react';
import type { SignInError } from '../paths.ts';
import { start } from '../start.ts';

export interface Session {
  readonly signedIn: boolean;
  /** Why it ended, for the sign-in page to say; null while it lasts and after a sign-out by hand. */
  readonly endReason: SignInError | null;
  /** Counts sign-ins and sign-outs: what was read under another generation belongs to another account. */
  readonly generation: number;
}

let session: Session = { signedIn: start.session.signedIn, endReason: null, generation: 0 };
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
  change({ signedIn: true, endReason: null, generation: session.generation + 1 });
}

/** The session is over; `endReason` goes to the sign-in page. */
export function endSession(endReason: SignInError | null): void {
  if (session.signedIn) change({ signedIn: false, endReason, generation: session.generation + 1 });
}

function change(next: Session): void {
  session = next;
  for (const listener of listeners) listener();
}
