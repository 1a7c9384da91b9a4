import { writeCookie } from '../cookies.ts';

/**
 * The user has signed in by form, or has agreed to hand the account over. Until then the cookie `account_unnamed` says
 * that a link has signed the visitor in. Any site can open such a link, also in a hidden tab or in a tiny window: so it
 * proves nothing that a page names the account. docs/decisions/008-sign-in-and-messages.md
 */
export const markAccountSeen = (): void => writeCookie('account_unnamed', '', 0);
