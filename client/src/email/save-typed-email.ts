import { saveEmail } from './saved-email.ts';

/** Saves what has been typed into the email form of the sign-in page, for the form that takes its place. */
export function saveTypedEmail(): void {
  const field = document.querySelector<HTMLInputElement>('[type=email]');
  if (field?.value) saveEmail(field.value);
}

export function reloadWithEmail(): void {
  saveTypedEmail();
  location.reload();
}
