import { recheckSession } from './recheck-on-restore.ts';
import { readSession } from './session.ts';
import { hasMissedSessionChange } from './session-changes.ts';
import { isAccountUnnamed } from './unconfirmed-account.ts';

/** The event that the other listeners get after the check. */
let checked: Event | undefined;

/**
 * Asks the gateway when the user comes to a tab that has missed a sign-out or a sign-in, or while a link's account has
 * not been named: this page may show another account. It is hidden until then.
 */
async function catchUp(event: Event): Promise<void> {
  const mayBeAnother = readSession().signedIn && isAccountUnnamed();
  if (event === checked || document.hidden || !(mayBeAnother || hasMissedSessionChange())) return;
  // The other listeners would act for the earlier account. They get the event once the session is known.
  event.stopImmediatePropagation();
  const { style } = document.documentElement;
  // Hidden elements lose the focus.
  const focused = document.activeElement;
  style.visibility = 'hidden';
  await recheckSession();
  style.visibility = '';
  if (document.activeElement === document.body) (focused as HTMLElement | null)?.focus({ preventScroll: true });
  checked = new Event(event.type);
  event.target?.dispatchEvent(checked);
}

/** Before other listeners of a page. Adding the same ones again changes nothing. */
export function followMissedSessionChanges(): void {
  addEventListener('focus', catchUp);
  document.addEventListener('visibilitychange', catchUp);
}
