import { hasCookie, writeCookie } from '../cookies.ts';

const cookie = 'account_unnamed';
/** As long as the gateway's. */
const seconds = 400 * 86_400;
const toldMs = 3_000;

/**
 * Whether a link has signed the visitor in, and they have not agreed to use its account. Any site can open such a link,
 * also in a hidden tab or in a tiny window: so it proves nothing that a page has named the account. The gateway sets
 * the cookie, and clears it when the user signs in by form. docs/decisions/008-sign-in-and-messages.md
 */
export const isAccountUnnamed = (): boolean => document.cookie.includes(`${cookie}=`);

let toldAccount = '';

/**
 * Whether a page has to name that account now. It has been told once the page was visible for some seconds: another
 * site can replace the page at once.
 */
export function takeUntoldAccount(account: string): boolean {
  const isUntold = () => hasCookie(`${cookie}=1`);
  if (!isUntold() || account === toldAccount) return false;
  toldAccount = account;
  setTimeout(() => isUntold() && !document.hidden && writeCookie(cookie, 'told', seconds), toldMs);
  return true;
}

/** The user has agreed. */
export const clearAccountUnnamed = (): void => writeCookie(cookie, '', 0);
