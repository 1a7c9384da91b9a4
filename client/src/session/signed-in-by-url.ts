import { writeCookie } from '../cookies.ts';

/** Whether the gateway has just signed the visitor in by the address they followed. Changes nothing, so it may be asked while rendering. decisions.md §3 */
export const isSignedInByUrl = (): boolean => /(?:^|;\s*)signed_in_by=url(?:;|$)/.test(document.cookie);

/** The same, but says so once. */
export function takeSignedInByUrl(): boolean {
  const marked = isSignedInByUrl();
  if (marked) writeCookie('signed_in_by', '', 0);
  return marked;
}
