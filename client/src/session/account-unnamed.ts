import { hasCookie, writeCookie } from '../cookies.ts';

/**
 * Whether a link has signed the visitor in, and they have not agreed to use its account. Any site can open such a link,
 * also in a hidden tab or in a tiny window: so it proves nothing that a page names the account. The gateway sets the
 * cookie, and clears it when the user signs in by form. docs/decisions/008-sign-in-and-messages.md
 */
export const isAccountUnnamed = (): boolean => hasCookie('account_unnamed=1');

/** The user has agreed. */
export const clearAccountUnnamed = (): void => writeCookie('account_unnamed', '', 0);
