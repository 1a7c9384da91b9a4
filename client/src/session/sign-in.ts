import { type SignInMethod, saveLastSignInMethod } from './last-sign-in-method.ts';
import { beginSession } from './session.ts';
import { recordSignIn } from './sign-in-event.ts';
import { notifyTabs } from './tabs.ts';

/** The gateway set the session cookies: updates this page and the other tabs. */
export function completeSignIn(method?: SignInMethod): void {
  if (method) saveLastSignInMethod(method);
  recordSignIn();
  beginSession();
  notifyTabs('signed-in');
}
