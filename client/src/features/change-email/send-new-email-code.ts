import { calls } from '#shared/calls.ts';
import { request } from '../../api/request.ts';
import { startResendCountdown } from '../../email/resend-deadline.ts';

/** Its own, beside the one of a sign-in with the same address. */
export const countdownOf = (email: string): string => `change-email ${email}`;

/** Has a code sent to the new address, the first one or another. decisions.md §4 */
export async function sendNewEmailCode(email: string, token: string): Promise<void> {
  await request(calls.verifyNewEmail, { new_email: email, unique_token: token });
  startResendCountdown(countdownOf(email));
}
