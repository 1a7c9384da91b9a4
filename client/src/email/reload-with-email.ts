import { refetchPreloaded } from '../api/reload-page.ts';
import { isEmailAddress } from './is-email-address.ts';
import { saveEmail } from './saved-email.ts';

/** Loads the sign-in page again. The email that has been typed stays, once it is complete. */
export async function reloadWithEmail(): Promise<void> {
  await refetchPreloaded();
  const field = document.querySelector<HTMLInputElement>('[type=email]');
  if (field && isEmailAddress(field.value)) saveEmail(field.value);
  location.reload();
}
