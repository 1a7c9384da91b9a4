import { refetchPreloaded } from '../api/reload-page.ts';
import { isEmailAddress } from './is-email-address.ts';
import { saveEmail } from './saved-email.ts';

/** Saves the email that has been typed into the sign-in page, for the page that loads next. */
export async function reloadWithEmail(): Promise<void> {
  await refetchPreloaded();
  const field = document.querySelector<HTMLInputElement>('[type=email]');
  if (field && isEmailAddress(field.value)) saveEmail(field.value);
  location.reload();
}
