// Split from account-seen.ts, so that the first page loads only what it needs; likewise mark-account-unnamed.ts.
import { hasCookie } from '../cookies.ts';

/** Whether a link has signed the visitor in, and they have not agreed to use its account. */
export const isAccountUnnamed = (): boolean => hasCookie('account_unnamed=1');
