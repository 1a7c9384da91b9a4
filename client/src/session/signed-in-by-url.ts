import { readCookies, writeCookie } from '../cookies.ts';
import { start } from '../start.ts';
import { notifySignIn } from './tabs.ts';

/** As long as the gateway's. */
const seconds = 60;

let { signedInByThisLink } = start;

/**
 * Whether a link to this very page has just signed the visitor in. A link to another page does not count: the next page
 * may come from another site. Has no side effect, so rendering may call it.
 */
export const isSignedInByThisLink = (): boolean => signedInByThisLink;

/**
 * Whether a link has just signed the visitor in, once, and to a page that is visible: another site can open a link in a
 * hidden tab. Notifies the other tabs then, as after a sign-in by form. From now on this page no longer acts by itself.
 */
export function takeLinkSignIn(): boolean {
  signedInByThisLink = false;
  const signedIn = takeCookie('url');
  if (signedIn) notifySignIn();
  return signedIn;
}

/** On a page that only leads on: notifies the other tabs. The next profile page names the account. */
export function notifyLinkSignIn(): void {
  if (isFound('url')) notifySignIn();
}

/** Whether the gateway has kept the session instead of using a link's credentials, once. */
export const takeIgnoredLink = (): boolean => takeCookie('kept');

function takeCookie(outcome: 'url' | 'kept'): boolean {
  const found = isFound(outcome);
  if (found) writeCookie('signed_in_by', '', 0);
  return found;
}

/** What the gateway did with the credentials of a link. decisions.md §3, Sign-in by URL */
const isFound = (outcome: 'url' | 'kept'): boolean =>
  !document.hidden && readCookies('signed_in_by').includes(outcome) && readOwn() === outcome;

/**
 * The value of the gateway's own cookie: deletes it, sees which one is gone, and writes it again. Another host of the
 * cookie domain can set more cookies of this name, which this page cannot delete.
 */
function readOwn(): string | undefined {
  const all = readCookies('signed_in_by');
  writeCookie('signed_in_by', '', 0);
  const others = readCookies('signed_in_by');
  const own = all.find((value, index) => value !== others[index]);
  if (own !== undefined) writeCookie('signed_in_by', own, seconds);
  return own;
}
