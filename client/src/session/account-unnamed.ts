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

/**
 * Whether this page has to name that account now, which it claims with the time. The account has been told once the
 * page was visible for some seconds: another site can replace it at once, and a later page then names the account.
 */
export function takeUntoldAccount(): boolean {
  const claimedAt = /account_unnamed=(\d+)/.exec(document.cookie)?.[1];
  const now = Date.now();
  if (claimedAt === undefined || now - Number(claimedAt) < toldMs) return false;
  writeCookie(cookie, String(now), seconds);
  setTimeout(() => {
    if (hasCookie(`${cookie}=${now}`) && !document.hidden) writeCookie(cookie, 'told', seconds);
  }, toldMs);
  return true;
}

/** The user has agreed. */
export const clearAccountUnnamed = (): void => writeCookie(cookie, '', 0);
