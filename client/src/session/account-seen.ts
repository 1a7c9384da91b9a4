import { hasCookie, writeCookie } from '../cookies.ts';

/** Longer than any session. */
const unseenSeconds = 400 * 86_400;

/**
 * Whether a link has signed the visitor in, and the user has not used a page that names the account since: any site
 * can open such a link.
 * The cookie `account_unnamed` means exactly this. The gateway sets it as well, because a link's page may be closed
 * before its script runs. docs/decisions/008-sign-in-and-messages.md
 */
export const isAccountUnseen = (): boolean => hasCookie('account_unnamed=1');

/** A link has signed the visitor in. */
export const markAccountUnseen = (): void => writeCookie('account_unnamed', '1', unseenSeconds);

/** The user has used a page that names the account, or has signed in by form. */
export const markAccountSeen = (): void => writeCookie('account_unnamed', '', 0);
