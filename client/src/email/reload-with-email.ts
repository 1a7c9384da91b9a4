import { saveEmail } from './saved-email.ts';

/** Reloads the page, which fills in what has been typed into the email form of the sign-in page. */
export function reloadWithEmail(): void {
  const field = document.querySelector<HTMLInputElement>('[type=email]');
  if (field?.value) saveEmail(field.value);
  location.reload();
}
