import { readProfile } from '../../profile/use-profile.ts';
import { isPaid } from './payment-result-rules.ts';

const intervalMs = 2_000;
const maxChecks = 15;

/**
 * Polls until the account has received the payment.
 * @returns false after 15 checks, two seconds apart
 * @throws when the profile cannot be read
 */
export async function awaitSubscription(signal: AbortSignal): Promise<boolean> {
  for (let check = 1; check <= maxChecks; check += 1) {
    if (check > 1) await new Promise((resolve) => setTimeout(resolve, intervalMs));
    signal.throwIfAborted();
    if (isPaid(await readProfile({ signal }))) return true;
  }
  return false;
}
