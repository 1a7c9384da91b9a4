import { refetchPreloaded } from '../api/reload-page.ts';
import { rememberUserActions } from '../ui/user-actions.ts';
import { isEmailAddress } from './is-email-address.ts';
import { saveEmail } from './saved-email.ts';

/**
 * Loads the sign-in page again, unless the user does something else meanwhile. The email that has been typed stays,
 * once it is complete.
 */
export async function reloadWithEmail(): Promise<void> {
  const hasUserActed = rememberUserActions();
  await refetchPreloaded();
  if (hasUserActed()) return;
  const field = document.querySelector<HTMLInputElement>('[type=email]');
  if (field && isEmailAddress(field.value)) saveEmail(field.value);
  location.reload();
}
