import { hasCookie, writeCookie } from '../cookies.ts';
import { start } from '../start.ts';
import { takeUntoldAccount } from './account-unnamed.ts';
import { notifyTabs } from './tabs.ts';

/** What the gateway did with the credentials of a link: signed in, or kept the current session. decisions.md §3 */
type LinkOutcome = 'url' | 'kept';

let { signedInHere } = start;

/**
 * Whether a link to this very page has just signed the visitor in. A link to another page does not count: the next page
 * may come from another site. Has no side effect, so rendering may call it.
 */
export const isSignedInHere = (): boolean => signedInHere;

/**
 * Notifies the other tabs of a sign-in by link, as after one by form: once, and from a page that is visible, because
 * another site can open a link in a hidden tab. From now on this page no longer acts by itself.
 */
export function noteLink(): void {
  signedInHere = false;
  if (!document.hidden && takeCookie('signed_in_by', 'url')) notifyTabs('signed-in');
}

/** Returns once what a link did, to a visible page that tells the visitor in which account they are. */
export function takeLinkOutcome(account: string): LinkOutcome | null {
  noteLink();
  if (document.hidden) return null;
  if (takeUntoldAccount(account)) return 'url';
  return takeCookie('signed_in_by', 'kept') ? 'kept' : null;
}

function takeCookie(name: 'signed_in_by', value: LinkOutcome): boolean {
  const found = hasCookie(`${name}=${value}`);
  if (found) writeCookie(name, '', 0);
  return found;
}
