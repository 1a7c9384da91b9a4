import { type SignInMethod, saveLastSignInMethod } from './last-sign-in-method.ts';
import { beginSession, sessionTag } from './session.ts';
import { recordSignIn } from './sign-in-event.ts';
import { notifySignIn } from './tabs.ts';
import { markAccountUnconfirmed } from './unconfirmed-account.ts';

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
  notifySignIn();
}

/**
 * The gateway has refused a call, because the browser has another session than this page: continues in that one. No tab
 * was told of it if the tab that signed in was closed before the response, so the account is named, as after a link.
 */
export function adoptSession(tag: string): void {
  sessionTag.set(tag);
  markAccountUnconfirmed();
  renewSession();
}
