import { writeCookie } from '../cookies.ts';
import { browserStorage } from '../storage.ts';
import { notifyTabs } from './tabs.ts';

/** What the gateway did with the credentials of a link: signed in, or kept the current session. decisions.md §3 */
type LinkOutcome = 'url' | 'kept';

const readLinkOutcome = (): LinkOutcome | null =>
  (/(?:^|;\s*)signed_in_by=(url|kept)(?:;|$)/.exec(document.cookie)?.[1] as LinkOutcome | undefined) ?? null;

/** Whether the link that was just opened signed the visitor in. Has no side effect, so rendering may call it. */
export const isSignedInByUrl = (): boolean => readLinkOutcome() === 'url';

/** Returns the outcome once. Notifies the other tabs of a sign-in, as after one by form. */
export function consumeLinkOutcome(): LinkOutcome | null {
  const outcome = readLinkOutcome();
  if (outcome === null) return null;
  // First, so that only this tab reports it.
  writeCookie('signed_in_by', '', 0);
  if (outcome === 'url') notifyTabs('signed-in');
  return outcome;
}

const unnamedKey = 'unnamed-account';

/**
 * Remembers that a link has signed the visitor in, until a page says as whom: any site can open such a link. In the
 * storage, because the cookie expires, and some pages consume it without naming the account.
 */
export function recordSignInByUrl(): void {
  if (isSignedInByUrl()) browserStorage.write(unnamedKey, '1');
}

export const isAccountUnnamed = (): boolean => browserStorage.read(unnamedKey) !== null;

/** A page has named the account, or the user has signed in by form. */
export const recordAccountNamed = (): void => browserStorage.remove(unnamedKey);
