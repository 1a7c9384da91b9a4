import { readDate } from '#shared/date.ts';
import type { Profile } from '#shared/profile.ts';
import { isGift } from '../../profile/biller.ts';
import { isPast } from '../../profile/calendar-days.ts';
import { hasPaymentIssue, isPaymentOverdue, isVerifiedCitizen } from '../../profile/profile-rules.ts';

/** `ended`: the account had a plan. `none`: it has no paid plan. */
export type PlanStatus =
  | 'activating'
  | 'citizen'
  | 'setapp'
  | 'payAsYouGo'
  | 'none'
  | 'promo'
  | 'ended'
  | 'canceled'
  | 'issue'
  | 'trial'
  | 'running';

export function findStatus(profile: Profile, now: Date): PlanStatus {
  const { type, state, subscription } = profile;
  if (subscription?.subscriptionActivationInProgress) return 'activating';
  if (type === 'diia' || isVerifiedCitizen(profile)) return 'citizen';
  if (type === 'setapp') return 'setapp';
  if (type === 'pay_as_you_go') return 'payAsYouGo';
  if (!subscription || (isPlain(profile) && !subscription.hasActiveSubscription)) return 'none';
  if (isGift(profile)) return isOver(profile, now) ? 'ended' : 'promo';
  if (state === 'expired') return 'ended';
  if (state === 'canceled') return isOver(profile, now) ? 'ended' : 'canceled';
  if (isPaymentOverdue(state)) return 'issue';
  const { hasActiveSubscription, subscriptionCancellable, subscriptionRenewable } = subscription;
  if (!hasActiveSubscription && !subscriptionCancellable && !subscriptionRenewable) return 'ended';
  return state === 'trial' ? 'trial' : 'running';
}

/** Not a paid plan. */
export const isPlain = ({ type }: Pick<Profile, 'type'>): boolean =>
  type === 'free' || type === 'guest' || type === 'unknown_profile_type';

/** The end of a plan that is not billed again. */
export const findEnd = ({ subscription }: Pick<Profile, 'subscription'>): Date | null =>
  readDate(subscription?.expiration_date ?? subscription?.billing_date);

/** Whether a plan that is not billed again has ended. */
export const isOver = (profile: Profile, now: Date): boolean =>
  profile.state === 'expired' || !profile.subscription?.hasActiveSubscription || isPast(findEnd(profile), now);

/** Whether a fresh profile shows the renewal. The upstream may omit fields that are false. */
export const isRenewed = ({ subscription }: Pick<Profile, 'subscription'>): boolean =>
  subscription?.hasActiveSubscription === true && subscription.subscriptionRenewable !== true;

/**
 * Whether a fresh profile shows the cancellation. Without the subscription it does only if the account is free: the
 * upstream may have lost its billing part.
 */
export const isCanceled = ({ type, state, subscription }: Pick<Profile, 'type' | 'state' | 'subscription'>): boolean =>
  state === 'canceled' || (subscription ? subscription.subscriptionCancellable !== true : type === 'free');

/**
 * Whether a renewal was refused because the plan had been renewed before, after the page read `before`. That it cannot
 * be renewed is no proof: the upstream may have refused it for that reason. Another plan may have been bought.
 */
export const wasRenewedBefore =
  (before: Profile) =>
  (profile: Profile): boolean =>
    before.subscription?.subscriptionRenewable === true &&
    isSamePlan(before, profile) &&
    profile.state === 'active' &&
    isRenewed(profile) &&
    !hasPaymentIssue(profile);

/** The same for a cancellation. A plan that was just bought cannot be cancelled, either. */
export const wasCanceledBefore =
  (before: Profile) =>
  (profile: Profile): boolean =>
    isSamePlan(before, profile) && profile.state === 'canceled';

/**
 * Whether a question about the plan that the page read as `before` is outdated. A profile without its billing part
 * shows no change.
 */
export const hasPlanChanged = (before: Profile, profile: Profile): boolean =>
  !!profile.subscription &&
  (!isSamePlan(before, profile) ||
    before.subscription?.subscriptionRenewable !== profile.subscription.subscriptionRenewable ||
    (before.state === 'canceled') !== (profile.state === 'canceled'));

const isSamePlan = ({ subscription: a }: Profile, { subscription: b }: Profile): boolean =>
  a?.id === b?.id && a?.sku === b?.sku;
