import { reloadPage } from '../api/reload-page.ts';
import { isEmailAddress } from './is-email-address.ts';
import { saveEmail } from './saved-email.ts';

/** Saves the email that has been typed into the sign-in page, for the form that takes its place. */
export function saveTypedEmail(): void {
  const field = document.querySelector<HTMLInputElement>('[type=email]');
  if (field && isEmailAddress(field.value)) saveEmail(field.value);
}

export function reloadWithEmail(): void {
  saveTypedEmail();
  void reloadPage();
}
