import { browserStorage } from '../storage.ts';
import { recheckSession } from './recheck-on-restore.ts';
import { readSession, sessionStore } from './session.ts';
import { isAccountUnnamed } from './unconfirmed-account.ts';

const key = 'sign-out-began';
const read = () => browserStorage.read(key);

/** The last sign-out that this page knows of. */
let known = read();

sessionStore.subscribe(() => {
  known = read();
});

/** Before the request of a sign-out: its tab may be closed before the response, and then tells no other tab. */
export function recordSignOut(): void {
  known = String(Date.now());
  browserStorage.write(key, known);
}

/**
 * Asks the gateway when the user comes to a tab that has missed a sign-out, or while a link's account has not been
 * named: this page may show another account. It is hidden until then.
 */
async function catchUp(event: Event): Promise<void> {
  const { style } = document.documentElement;
  const mayBeAnother = readSession().signedIn && isAccountUnnamed();
  if (document.hidden || (read() === known && !mayBeAnother)) return;
  known = read();
  // The other listeners would act for the earlier account.
  event.stopImmediatePropagation();
  style.visibility = 'hidden';
  await recheckSession();
  style.visibility = '';
}

/** Before other listeners of a page. Adding the same ones again changes nothing. */
export function followMissedSignOuts(): void {
  addEventListener('focus', catchUp);
  document.addEventListener('visibilitychange', catchUp);
}
