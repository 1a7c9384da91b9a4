import { readPaymentToken } from '#shared/app-identity.ts';
import type { Profile } from '#shared/profile.ts';

/** Whether the payment has reached the account. product.md §4 */
export const isPaid = ({ subscription, state, type }: Pick<Profile, 'subscription' | 'state' | 'type'>): boolean =>
  subscription?.hasActiveSubscription === true || (state === 'active' && type === 'subscription');

/**
 * The permanent token in the `app-identity` of the page's address; null when it cannot be decoded. decisions.md §4
 * @param identity base64 of `a|b|<permanent token>`, as an address parameter
 */
export function readIdentity(identity: string): string | null {
  try {
    // A plus that was not encoded arrives as a space; some senders write the alphabet of addresses.
    return readPaymentToken(atob(identity.replaceAll(' ', '+').replaceAll('-', '+').replaceAll('_', '/')));
  } catch {
    return null;
  }
}
