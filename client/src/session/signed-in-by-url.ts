import { hasCookie, writeCookie } from '../cookies.ts';
import { notifyTabs } from './tabs.ts';

/** What the gateway did with the credentials of a link: signed in, or kept the current session. decisions.md §3 */
type LinkOutcome = 'url' | 'kept';

/** Whether the link that was just opened signed the visitor in. Has no side effect, so rendering may call it. */
export const isSignedInByUrl = (): boolean => hasCookie('signed_in_by=url');

/** Returns the outcome once. Notifies the other tabs of a sign-in, as after one by form. */
export function takeLinkOutcome(): LinkOutcome | null {
  const outcome = isSignedInByUrl() ? 'url' : 'kept';
  if (!hasCookie(`signed_in_by=${outcome}`)) return null;
  // First, so that only this tab reports it.
  writeCookie('signed_in_by', '', 0);
  if (outcome === 'url') notifyTabs('signed-in');
  return outcome;
}
