import { readCookies, writeCookie } from '../cookies.ts';
import { createStore } from '../store.ts';
import { rememberSession } from './remember-session.ts';
import { sessionStore } from './session.ts';

const cookie = 'account_unconfirmed';
/** As long as the gateway's. */
const seconds = 400 * 86_400;
/** How long the name must be visible. */
export const noticeMs = 3_000;

const marks = (): readonly string[] => readCookies(cookie).filter(Boolean);

/** Whether this page has named the account, where it cannot write the cookie. */
let isNamedHere = (): boolean => false;

/** Whether the user had no time yet to read whose account a link has signed in. */
export const isAccountUnnamed = (): boolean => isAccountUnconfirmed() && !marks().includes('shown') && !isNamedHere();

/** Tells its subscribers when this page has shown the name for long enough. */
export const noticesShown = createStore(null);

/**
 * Whether a link signed the visitor in and they have not confirmed the account. Showing its name is no confirmation:
 * any site can open such a link in a hidden tab or in a tiny window. The gateway sets the cookie, as `adoptSession`
 * does, and clears it when the user signs in by form. docs/decisions/008-sign-in-and-messages.md
 */
export const isAccountUnconfirmed = (): boolean => marks().length > 0;

/**
 * Whether this page must show the account's name now. Claims it by writing the time. The name counts as shown if the
 * page is visible three seconds later; until then another site can replace the page, and a later page shows it.
 */
export function claimAccountNotice(): boolean {
  const now = Date.now();
  // A page has claimed it, and still shows it. A mark of another host can have any value, also a time to come.
  const isClaimed = marks().some((mark) => Math.floor((now - Number(mark)) / noticeMs) === 0);
  if (isClaimed || !isAccountUnnamed()) return false;
  const claim = String(now);
  writeCookie(cookie, claim, seconds);
  // Not if another host of the cookie domain has set it with HttpOnly.
  const isWritten = marks().includes(claim);
  const isSameSession = rememberSession();
  // The toast ends with the session, which may be that of the same account.
  sessionStore.subscribe(() => marks().includes(claim) && markAccountUnconfirmed());
  setTimeout(() => {
    if (!document.hidden && !isWritten) isNamedHere = isSameSession;
    if (!document.hidden && marks().includes(claim)) writeCookie(cookie, 'shown', seconds);
    noticesShown.set(null);
  }, noticeMs);
  return true;
}

/** The user must be told whose account this is, and asked before it is handed over. */
export const markAccountUnconfirmed = (): void => writeCookie(cookie, '1', seconds);

/** The user has confirmed the account. */
export const confirmAccount = (): void => writeCookie(cookie, '', 0);
