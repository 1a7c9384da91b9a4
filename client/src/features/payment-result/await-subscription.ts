import type { Profile } from '#shared/profile.ts';
import { readProfile } from '../../profile/use-profile.ts';

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

/** Whether the account has received the payment. product.md §4 */
export const isPaid = ({ subscription, state, type }: Pick<Profile, 'subscription' | 'state' | 'type'>): boolean =>
  subscription?.hasActiveSubscription === true || (state === 'active' && type === 'subscription');
