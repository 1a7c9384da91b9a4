import type { Profile } from '#shared/profile.ts';

/** A plan that costs nothing is a plain card, so that a paid one reads as richer. */
export function planLook({ type, subscription }: Pick<Profile, 'type' | 'subscription'>): 'plain' | 'rich' {
  if (subscription?.hasActiveSubscription || subscription?.subscriptionActivationInProgress) return 'rich';
  return type === 'free' || type === 'guest' || type === 'unknown_profile_type' ? 'plain' : 'rich';
}
