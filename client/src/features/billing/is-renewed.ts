import type { Profile } from '#shared/profile.ts';

/** Whether a renewal was carried out, as a fresh profile tells it; an upstream may leave out what is false. */
export const isRenewed = ({ subscription }: Pick<Profile, 'subscription'>): boolean =>
  subscription?.hasActiveSubscription === true && subscription.subscriptionRenewable !== true;
