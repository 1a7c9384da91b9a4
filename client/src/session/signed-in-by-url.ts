import { writeCookie } from '../cookies.ts';
import { notifyTabs } from './tabs.ts';

/** Whether the gateway has just signed the visitor in by the address they followed. Changes nothing, so it may be asked while rendering. decisions.md §3 */
export const isSignedInByUrl = (): boolean => /(?:^|;\s*)signed_in_by=url(?:;|$)/.test(document.cookie);

/** The same, but says so once, and tells the other tabs, as after a sign-in by form. */
export function consumeSignedInByUrl(): boolean {
  const marked = isSignedInByUrl();
  if (!marked) return false;
  // Before the others know: the news of this sign-in is for this tab alone.
  writeCookie('signed_in_by', '', 0);
  notifyTabs('signed-in');
  return true;
}
