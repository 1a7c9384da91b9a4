import { calls } from '#shared/calls.ts';
import { request } from '../api/request.ts';
import { rememberSession } from '../session/remember-session.ts';
import { start } from '../start.ts';
import { showToast } from '../toasts/toast-queue.ts';
import { rememberUserActions } from '../ui/user-actions.ts';

// Covers all retries: the order page works without the link.
const timeoutMs = 5_000;

/**
 * Opens the page that sells plans, by the account's own link. The link expires, so it is requested now. If that fails
 * or takes too long, the plain order page opens. Nothing opens when the session changes, or the user does something
 * else, meanwhile.
 * decisions.md §4, No plan
 * @returns whether the page is being left
 */
export async function openPlans(): Promise<boolean> {
  // Leaving would replace this page by the browser's own error page.
  if (!navigator.onLine) {
    showToast('bad', 'error.offline');
    return false;
  }
  const isSameSession = rememberSession();
  const hasUserActed = rememberUserActions();
  const link = await request(calls.paymentLink, undefined, { signal: AbortSignal.timeout(timeoutMs) }).then(
    (response) => response.link,
    () => null,
  );
  // The link may be the next account's. The user would lose what they do meanwhile.
  if (!isSameSession() || hasUserActed()) return false;
  location.assign(typeof link === 'string' && /^https?:/.test(link) ? link : start.links.orderPage);
  return true;
}
