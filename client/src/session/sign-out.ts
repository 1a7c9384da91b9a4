import { type Deletion, endSession } from './session.ts';
import { sessionUrl } from './session-url.ts';
import type { SignInErrorCode } from './sign-in-error-code.ts';
import { notifyTabs } from './tabs.ts';

/** Ends the session in every tab. Rejects when the gateway cannot be reached; the session then continues. */
export async function signOut(endReason: SignInErrorCode | null = null): Promise<void> {
  // Now: the request outlives this page, which could not tell the other tabs later.
  notifyEnd(endReason);
  try {
    const response = await fetch(sessionUrl, {
      method: 'DELETE',
      keepalive: true,
      signal: AbortSignal.timeout(15_000),
    });
    if (!response.ok) throw new Error(`Signing out failed: ${response.status}`);
  } catch (error) {
    // Not at once: leaving this page is an error, too, and stops the timer.
    setTimeout(notifyTabs, 1_000, 'signed-in');
    throw error;
  }
  endSession(endReason);
}

/** Ends the session for this page and the other tabs. The cookies are the gateway's. */
export function completeSignOut(endReason: SignInErrorCode | null): void {
  endSession(endReason);
  notifyEnd(endReason);
}

const notifyEnd = (endReason: SignInErrorCode | null): void =>
  notifyTabs(endReason === null ? 'signed-out' : { ended: endReason });

/** The same after the account was deleted: the sign-in page then says how to restore it. */
export function completeDeletion(deletion: Deletion): void {
  endSession(null, deletion);
  notifyTabs({ deleted: deletion });
}
