import { hasCookie, writeCookie } from '../cookies.ts';

/** Longer than any session. */
const unseenSeconds = 400 * 86_400;

/**
 * Whether a link has signed the visitor in and no page has shown which account it is: any site can open such a link.
 * The cookie `account_unnamed` means exactly this. The gateway sets it as well, because a link's page may be closed
 * before its script runs. docs/decisions/008-sign-in-and-messages.md
 */
export const isAccountUnseen = (): boolean => hasCookie('account_unnamed=1');

/** A link has signed the visitor in. */
export const markAccountUnseen = (): void => writeCookie('account_unnamed', '1', unseenSeconds);

/** A page has shown the account, or the user has signed in by form. */
export const markAccountSeen = (): void => writeCookie('account_unnamed', '', 0);
