import { type SignInMethod, saveLastSignInMethod } from './last-sign-in-method.ts';
import { beginSession } from './session.ts';
import { recordSignIn } from './sign-in-event.ts';
import { notifyTabs } from './tabs.ts';

/**
 * The gateway set the session cookies: updates this page and the other tabs. Navigates nowhere: in the sign-in area
 * `RequireVisitor` (app/guards.tsx) then leads to the profile, and `usePostSignInRedirect` from there to the saved URL.
 */
export function completeSignIn(method?: SignInMethod): void {
  if (method) saveLastSignInMethod(method);
  recordSignIn();
  renewSession();
}

/** Makes this page and the other tabs drop what they hold of the account, and load it again. */
export function renewSession(): void {
  beginSession();
  notifyTabs('signed-in');
}
