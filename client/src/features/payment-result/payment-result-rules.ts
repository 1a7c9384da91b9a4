import { readPaymentToken } from '#shared/app-identity.ts';
import type { Profile } from '#shared/profile.ts';

/** Whether the account has received the payment. product.md §4 */
export const isPaid = ({ subscription, state, type }: Pick<Profile, 'subscription' | 'state' | 'type'>): boolean =>
  subscription?.hasActiveSubscription === true || (state === 'active' && type === 'subscription');

/**
 * Decodes the permanent token in the `app-identity` parameter; null when it is malformed. decisions.md §4
 * @param identity base64 of `a|b|<permanent token>`
 */
export function readIdentity(identity: string): string | null {
  try {
    // An unencoded plus arrives as a space; some senders use base64url.
    return readPaymentToken(atob(identity.replaceAll(' ', '+').replaceAll('-', '+').replaceAll('_', '/')));
  } catch {
    return null;
  }
}
