import { start } from '../start.ts';
import { tabStorage } from '../storage.ts';
import { createStore, useStore } from '../store.ts';
import type { SignInErrorCode } from './sign-in-error-code.ts';

export interface Session {
  readonly signedIn: boolean;
  /** Why it ended, for the sign-in page; null while it lasts and after the user signed out. */
  readonly endReason: SignInErrorCode | null;
  /** Counts sign-ins and sign-outs: data of an older generation belongs to another account. */
  readonly generation: number;
  /** Set after the account was deleted in this browser, until a reload or the next sign-in. */
  readonly deletion: Deletion | null;
}

/** What the sign-in page says after a deletion. decisions.md §4 */
export interface Deletion {
  /** Until when the account can be restored, in epoch milliseconds. */
  readonly restorableUntil: number;
  /** Who continues to bill a subscription; null if there is none. */
  readonly biller: 'us' | 'appStore' | 'playStore' | 'setapp' | 'partner' | null;
}

/** A deletion that the sign-in page has not shown yet: a release can make the page reload first. */
const deletionKey = 'deletion';

/** Once the sign-in page has shown it, or someone has signed in. */
export const forgetDeletion = (): void => tabStorage.remove(deletionKey);

if (start.session.signedIn) forgetDeletion();

/**
 * The session as this page knows it. `RequireSession` and `RequireVisitor` (app/guards.tsx) react to it, and
 * api/read.ts clears the cache.
 */
export const sessionStore = createStore<Session>({
  signedIn: start.session.signedIn,
  endReason: null,
  generation: 0,
  deletion: JSON.parse(tabStorage.read(deletionKey) ?? 'null'),
});

/**
 * Identifies the session of this page to the gateway, which refuses a call for another one. Null without a session, and
 * if the gateway does not know which session its cookies belong to.
 */
export const sessionTag = createStore(start.sessionTag);

export const readSession = sessionStore.get;
export const useSession = (): Session => useStore(sessionStore);

/** A user signed in, here or in another tab. */
export function beginSession(): void {
  forgetDeletion();
  sessionStore.set({ signedIn: true, endReason: null, generation: readSession().generation + 1, deletion: null });
}

/** @param endReason for the sign-in page; null when the user signed out */
export function endSession(endReason: SignInErrorCode | null, deletion: Deletion | null = null): void {
  const session = readSession();
  if (deletion) tabStorage.write(deletionKey, JSON.stringify(deletion));
  if (!session.signedIn) {
    // A read has shown the end of the session before the response to the deletion.
    if (deletion) sessionStore.set({ ...session, deletion });
    return;
  }
  sessionTag.set(null);
  sessionStore.set({ signedIn: false, endReason, generation: session.generation + 1, deletion });
}
