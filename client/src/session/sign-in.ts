import { markAccountSeen } from './account-seen.ts';
import { type SignInMethod, saveLastSignInMethod } from './last-sign-in-method.ts';
import { beginSession } from './session.ts';
import { recordSignIn } from './sign-in-event.ts';
import { notifyTabs } from './tabs.ts';

/**
 * The gateway set the session cookies: updates this page and the other tabs.
 * @param method of the user's own sign-in; without it, a link's token may have signed in an account that they do not
 * know
 */
export function completeSignIn(method?: SignInMethod): void {
  if (method) {
    saveLastSignInMethod(method);
    markAccountSeen();
  }
  recordSignIn();
  beginSession();
  notifyTabs('signed-in');
}
