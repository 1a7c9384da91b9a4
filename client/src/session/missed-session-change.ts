import { recheckSession } from './recheck-on-restore.ts';
import { readSession } from './session.ts';
import { hasMissedSessionChange } from './session-changes.ts';
import { isAccountUnnamed } from './unconfirmed-account.ts';

/**
 * Asks the gateway when the user comes to a tab that has missed a sign-out or a sign-in, or while a link's account has
 * not been named: this page may show another account. It is hidden until then.
 */
async function catchUp(event: Event): Promise<void> {
  const { style } = document.documentElement;
  const mayBeAnother = readSession().signedIn && isAccountUnnamed();
  if (document.hidden || !(mayBeAnother || hasMissedSessionChange())) return;
  // The other listeners would act for the earlier account.
  event.stopImmediatePropagation();
  style.visibility = 'hidden';
  await recheckSession();
  style.visibility = '';
}

/** Before other listeners of a page. Adding the same ones again changes nothing. */
export function followMissedSessionChanges(): void {
  addEventListener('focus', catchUp);
  document.addEventListener('visibilitychange', catchUp);
}
