import { calls } from '#shared/calls.ts';
import { request } from '../../api/request.ts';
import { startResendCountdown } from '../../email/resend-deadline.ts';
import { tabStorage } from '../../storage.ts';

/** Separate from the countdown of a sign-in with the same address. */
export const countdownOf = (email: string): string => `change-email ${email}`;

/** Holds the address of a change that failed, and may be applied. Survives a reload, and Back. */
const unknownChangeKey = 'unknown_email_change';

export const noteUnknownChange = (email: string | undefined): void => {
  if (email) tabStorage.write(unknownChangeKey, email);
};
export const mayBeChanged = (email: string | undefined): boolean => tabStorage.read(unknownChangeKey) === email;
export const forgetUnknownChange = (): void => tabStorage.remove(unknownChangeKey);

/** Sends a code to the new address. decisions.md §4 */
export async function sendNewEmailCode(email: string, token: string): Promise<void> {
  await request(calls.verifyNewEmail, { new_email: email, unique_token: token });
  // A change would have spent the link.
  forgetUnknownChange();
  startResendCountdown(countdownOf(email));
}
