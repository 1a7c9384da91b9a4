import { hasCookie, writeCookie } from '../cookies.ts';

const cookie = 'account_unnamed';
/** As long as the gateway's. */
const seconds = 400 * 86_400;

/**
 * Whether a link has signed the visitor in, and they have not agreed to use its account. Any site can open such a link,
 * also in a hidden tab or in a tiny window: so it proves nothing that a page has named the account. The gateway sets
 * the cookie, and clears it when the user signs in by form. docs/decisions/008-sign-in-and-messages.md
 */
export const isAccountUnnamed = (): boolean => document.cookie.includes(`${cookie}=`);

/** Whether no page has named that account yet. From now on one has. */
export function takeUntoldAccount(): boolean {
  const untold = hasCookie(`${cookie}=1`);
  if (untold) writeCookie(cookie, 'told', seconds);
  return untold;
}

/** The user has agreed. */
export const clearAccountUnnamed = (): void => writeCookie(cookie, '', 0);
