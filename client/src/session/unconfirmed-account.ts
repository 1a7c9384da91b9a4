import { hasCookie, writeCookie } from '../cookies.ts';
import { createStore } from '../store.ts';

const cookie = 'account_unconfirmed';
/** As long as the gateway's. */
const seconds = 400 * 86_400;
/** How long the name must be visible. */
export const noticeMs = 3_000;

/** Whether the user had no time yet to read whose account a link has signed in. */
export const isAccountUnnamed = (): boolean => isAccountUnconfirmed() && !hasCookie(`${cookie}=shown`);

/** Counts the times that this page has shown the name for long enough. */
export const noticesShown = createStore(0);

/**
 * Whether a link signed the visitor in and they have not confirmed the account. Showing its name is no confirmation:
 * any site can open such a link in a hidden tab or in a tiny window. The gateway sets the cookie, as `adoptSession`
 * does, and clears it when the user signs in by form. docs/decisions/008-sign-in-and-messages.md
 */
export const isAccountUnconfirmed = (): boolean => document.cookie.includes(`${cookie}=`);

/**
 * Whether this page must show the account's name now. Claims it by writing the time. The name counts as shown if the
 * page is visible three seconds later; until then another site can replace the page, and a later page shows it.
 */
export function claimAccountNotice(): boolean {
  const claimedAt = /account_unconfirmed=(\d+)/.exec(document.cookie)?.[1];
  const now = Date.now();
  // Another host of the cookie domain can set a second cookie, whose value never changes.
  if (claimedAt === undefined || !isAccountUnnamed() || now - Number(claimedAt) < noticeMs) return false;
  writeCookie(cookie, String(now), seconds);
  setTimeout(() => {
    if (hasCookie(`${cookie}=${now}`) && !document.hidden) writeCookie(cookie, 'shown', seconds);
    noticesShown.set(noticesShown.get() + 1);
  }, noticeMs);
  return true;
}

/** The user must be told whose account this is, and asked before it is handed over. */
export const markAccountUnconfirmed = (): void => writeCookie(cookie, '1', seconds);

/** The user has confirmed the account. */
export const confirmAccount = (): void => writeCookie(cookie, '', 0);
