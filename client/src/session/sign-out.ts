import type { SignInError } from '../paths.ts';
import { sessionUrl } from './recheck-on-restore.ts';
import { endSession } from './session.ts';
import { notifyTabs } from './tabs.ts';

/** Ends the session in every tab. Rejects when the gateway cannot be reached; the session then continues. */
export async function signOut(endReason: SignInError | null = null): Promise<void> {
  const response = await fetch(sessionUrl, { method: 'DELETE', signal: AbortSignal.timeout(15_000) });
  if (!response.ok) throw new Error(`Signing out failed: ${response.status}`);
  completeSignOut(endReason);
}

/** Ends the session for this page and the other tabs. The cookies are the gateway's. */
export function completeSignOut(endReason: SignInError | null): void {
  endSession(endReason);
  notifyTabs(endReason === null ? 'signed-out' : { ended: endReason });
}
