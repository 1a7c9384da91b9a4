import type { SessionState } from '#shared/start.ts';
import type { SignInError } from '../paths.ts';
import { type SignInMethod, saveLastSignInMethod } from './last-sign-in-method.ts';
import { beginSession, endSession, readSession } from './session.ts';
import { recordSignIn } from './sign-in-event.ts';
import { notifyTabs } from './tabs.ts';

/** The gateway's own route, not a call to the upstream. decisions.md §3 */
const sessionUrl = '/session';

/** Signed in: the cookies are there. Tells the other tabs, which drop what they hold of an earlier account. */
export function completeSignIn(method?: SignInMethod): void {
  if (method) saveLastSignInMethod(method);
  recordSignIn();
  beginSession();
  notifyTabs('signed-in');
}

/** Ends the session here and in the other tabs; rejects when the gateway cannot be reached, and the session stays. */
export async function signOut(endReason: SignInError | null = null): Promise<void> {
  const answer = await fetch(sessionUrl, { method: 'DELETE', signal: AbortSignal.timeout(15_000) });
  if (!answer.ok) throw new Error(`Signing out failed: ${answer.status}`);
  completeSignOut(endReason);
}

/** The cookies are gone already: the gateway cleared them, or the account was deleted. */
export function completeSignOut(endReason: SignInError | null): void {
  endSession(endReason);
  notifyTabs(endReason === null ? 'signed-out' : { ended: endReason });
}

/**
 * A page from the browser's back-forward cache may be older than its session, or belong to an earlier account. It is
 * hidden as it is left, so that no frame shows it before the check.
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
    .then((answer) => answer.json() as Promise<SessionState>)
    .catch(() => null);
  const { signedIn } = readSession();
  // Without an answer, too: the account is loaded again, which explains what is wrong and offers to try again.
  if (state?.signedIn ?? signedIn) beginSession();
  else endSession(null);
  // React renders the change before the next task.
  await new Promise((resolve) => setTimeout(resolve));
}
