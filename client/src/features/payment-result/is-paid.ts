import type { Profile } from '#shared/profile.ts';

/** Whether the payment has reached the account. product.md §4 */
export const isPaid = ({ subscription, state, type }: Pick<Profile, 'subscription' | 'state' | 'type'>): boolean =>
  subscription?.hasActiveSubscription === true || (state === 'active' && type === 'subscription');
