import { calls } from '#shared/calls.ts';
import { request } from '../../api/request.ts';
import { startResendCountdown } from '../../email/resend-deadline.ts';

/** Separate from the countdown of a sign-in with the same address. */
export const countdownOf = (email: string): string => `change-email ${email}`;

/** Sends a code to the new address. decisions.md §4 */
export async function sendNewEmailCode(email: string, token: string): Promise<void> {
  await request(calls.verifyNewEmail, { new_email: email, unique_token: token });
  startResendCountdown(countdownOf(email));
}
