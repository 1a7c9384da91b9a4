import type { SessionState } from '#shared/start.ts';
import type { SignInError } from '../paths.ts';
import { beginSession, endSession, readSession } from './session.ts';
import { recordSignIn } from './sign-in-event.ts';
import { notifyTabs } from './tabs.ts';

/** The gateway's own route, not an upstream call. decisions.md §3 */
const sessionUrl = '/session';

/** The gateway set the session cookies: updates this page and the other tabs. */
export function completeSignIn(): void {
  recordSignIn();
  beginSession();
  notifyTabs('signed-in');
}

/** Ends the session in every tab. Rejects when the gateway cannot be reached; the session then continues. */
export async function signOut(endReason: SignInError | null = null): Promise<void> {
  const response = await fetch(sessionUrl, { method: 'DELETE', signal: AbortSignal.timeout(15_000) });
  if (!response.ok) throw new Error(`Signing out failed: ${response.status}`);
  completeSignOut(endReason);
}

/** The session cookies are already gone: the gateway cleared them, or the account was deleted. */
export function completeSignOut(endReason: SignInError | null): void {
  endSession(endReason);
  notifyTabs(endReason === null ? 'signed-out' : { ended: endReason });
}

/**
 * A page from the browser's back-forward cache may be older than its session, or belong to an earlier account. It is
 * hidden when it is left, so that no frame shows it before the check.
 */
export function recheckOnRestore(): void {
  const { style } = document.documentElement;
  addEventListener('pagehide', () => {
    if (readSession().signedIn) style.visibility = 'hidden';
  });
  addEventListener('pageshow', async (event) => {
    if (event.persisted) await recheckSession();
    style.visibility = '';
  });
}

async function recheckSession(): Promise<void> {
  const state = await fetch(sessionUrl, { cache: 'no-store' })
    .then((response) => response.json() as Promise<SessionState>)
    .catch(() => null);
  const { signedIn } = readSession();
  // Without a response too: loading the account again shows the error and a retry button.
  if (state?.signedIn ?? signedIn) beginSession();
  else endSession(null);
  // React renders the change before the next task.
  await new Promise((resolve) => setTimeout(resolve));
}
