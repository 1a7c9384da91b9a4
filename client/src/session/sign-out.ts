import { isFromGateway } from '../api/request-problem.ts';
import { isSessionLost } from './recheck-on-restore.ts';
import { rememberSession } from './remember-session.ts';
import { type Deletion, endSession } from './session.ts';
import { recordSessionChange } from './session-changes.ts';
import { sessionUrl } from './session-url.ts';
import type { SignInErrorCode } from './sign-in-error-code.ts';
import { notifyTabs } from './tabs.ts';

/** Ends the session in every tab. Rejects when the gateway cannot be reached; the session then continues. */
export async function signOut(endReason: SignInErrorCode | null = null): Promise<void> {
  // The tab may be closed before the response, and then tells no other tab.
  recordSessionChange();
  const isSameSession = rememberSession();
  const giveUp = new AbortController();
  const sent = fetch(sessionUrl, {
    method: 'DELETE',
    headers: { 'clear-cache': 'later' },
    keepalive: true,
    // A proxy's redirect turns it into a read, whose response would confirm it.
    redirect: 'error',
    signal: giveUp.signal,
  });
  let timer: ReturnType<typeof setTimeout> | undefined;
  // WebKit never settles a request of a page that was left and restored.
  const timedOut = new Promise<null>((resolve) => {
    timer = setTimeout(() => {
      resolve(null);
      giveUp.abort();
    }, 15_000);
  });
  const response = await Promise.race([sent, timedOut]).finally(() => clearTimeout(timer));
  // Its response, with its cookies, may have come all the same.
  const hasEnded = response ? response.ok && isFromGateway(response) : await isSessionLost(isSameSession);
  if (!hasEnded) throw new Error(`Signing out failed: ${response?.status ?? 'no response'}`);
  completeSignOut(endReason);
  clearCache();
}

/** Apart from the sign-out: Chromium uses the response only once its cache is clear, which can take half a minute. */
function clearCache(): void {
  const cleared = fetch(sessionUrl, { cache: 'no-store', headers: { 'clear-cache': 'now' }, keepalive: true });
  // An unread response keeps its connection.
  cleared.then((response) => response.text()).catch(() => undefined);
}

/** Ends the session for this page and the other tabs. The cookies are the gateway's. */
export function completeSignOut(endReason: SignInErrorCode | null): void {
  endSession(endReason);
  notifyTabs(endReason === null ? 'signed-out' : { ended: endReason });
}

/** The same after the account was deleted: the sign-in page then says how to restore it. */
export function completeDeletion(deletion: Deletion): void {
  endSession(null, deletion);
  notifyTabs({ deleted: deletion });
}
