import { writeCookie } from '../cookies.ts';
import { notifyTabs } from './tabs.ts';

/** Whether the gateway just signed the user in by the address. Has no side effect, so rendering may call it. decisions.md §3 */
export const isSignedInByUrl = (): boolean => /(?:^|;\s*)signed_in_by=url(?:;|$)/.test(document.cookie);

/** The same, but true only once; notifies the other tabs as a sign-in by form does. */
export function consumeSignedInByUrl(): boolean {
  if (!isSignedInByUrl()) return false;
  // Cleared before the other tabs know: only this tab reports the sign-in.
  writeCookie('signed_in_by', '', 0);
  notifyTabs('signed-in');
  return true;
}
