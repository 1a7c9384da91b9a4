import { hasCookie, writeCookie } from '../cookies.ts';
import { notifyTabs } from './tabs.ts';

/** What the gateway did with the credentials of a link: signed in, or kept the current session. decisions.md §3 */
type LinkOutcome = 'url' | 'kept';

/**
 * Whether a link to this very page has just signed the visitor in. A link to another page does not count: the next page
 * may come from another site. Has no side effect, so rendering may call it.
 */
export const isSignedInHere = (): boolean => hasCookie('signed_in_here=1');

/**
 * Returns the outcome once, to a page that is visible: another site can open a link in a hidden tab. Notifies the other
 * tabs of a sign-in, as after one by form.
 */
export function takeLinkOutcome(): LinkOutcome | null {
  writeCookie('signed_in_here', '', 0, location.pathname);
  if (document.hidden) return null;
  const outcome = hasCookie('signed_in_by=url') ? 'url' : 'kept';
  if (!hasCookie(`signed_in_by=${outcome}`)) return null;
  // First, so that only this tab reports it.
  writeCookie('signed_in_by', '', 0);
  if (outcome === 'url') notifyTabs('signed-in');
  return outcome;
}
