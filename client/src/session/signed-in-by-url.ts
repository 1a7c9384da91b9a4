import { writeCookie } from '../cookies.ts';
import { notifyTabs } from './tabs.ts';

/** What the gateway did with the credentials of a link: signed in, or kept the current session. decisions.md §3 */
type LinkOutcome = 'url' | 'kept';

/** Longer than any session. */
const unnamedSeconds = 400 * 86_400;

const hasCookie = (cookie: string): boolean => document.cookie.split('; ').includes(cookie);

/** Whether the link that was just opened signed the visitor in. Has no side effect, so rendering may call it. */
export const isSignedInByUrl = (): boolean => hasCookie('signed_in_by=url');

/** Returns the outcome once. Notifies the other tabs of a sign-in, as after one by form. */
export function consumeLinkOutcome(): LinkOutcome | null {
  const outcome = isSignedInByUrl() ? 'url' : 'kept';
  if (!hasCookie(`signed_in_by=${outcome}`)) return null;
  // First, so that only this tab reports it.
  writeCookie('signed_in_by', '', 0);
  if (outcome === 'url') notifyTabs('signed-in');
  return outcome;
}

/**
 * Whether a link has signed the visitor in, and no page has said as whom: any site can open such a link. The gateway
 * sets the cookie as well, because a link's page may be closed before its script runs.
 */
export const isAccountUnnamed = (): boolean => hasCookie('account_unnamed=1');

export const recordAccountUnnamed = (): void => writeCookie('account_unnamed', '1', unnamedSeconds);

/** A page has named the account, or the user has signed in by form. */
export const recordAccountNamed = (): void => writeCookie('account_unnamed', '', 0);
