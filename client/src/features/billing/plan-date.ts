import { readDate } from '#shared/date.ts';
import type { Profile } from '#shared/profile.ts';
import type { ProfileState } from '#shared/wire-values.ts';
import { isVerifiedCitizen } from '../../profile/profile-rules.ts';

type DateLabel = 'expires' | 'expired' | 'attempt' | 'postTrial' | 'next';

/** `date` is null for an unlimited plan. */
export interface PlanDate {
  readonly label: DateLabel;
  readonly date: Date | null;
}

const labels: Readonly<Record<ProfileState, DateLabel>> = {
  unknown_profile_state: 'next',
  new_account: 'next',
  active: 'next',
  canceled: 'expires',
  expired: 'expired',
  billing_retry_period: 'attempt',
  grace_period: 'attempt',
  trial: 'postTrial',
};

/** The date on the plan card and its label; null when there is none. product.md §4 */
export function planDate(
  profile: Pick<Profile, 'type' | 'state' | 'subscription' | 'diia_verified' | 'pay_as_you_go_profile'>,
): PlanDate | null {
  const { type, state, subscription } = profile;
  if (subscription?.subscriptionActivationInProgress) return null;
  if (isVerifiedCitizen(profile)) return { label: 'expires', date: null };
  if (type === 'pay_as_you_go') return withDate('expires', profile.pay_as_you_go_profile?.expiration_date);
  if (type === 'free' && !subscription?.hasActiveSubscription) return null;
  if (type === 'promo') return withDate('expires', subscription?.expiration_date ?? subscription?.billing_date);
  const label = labels[state] ?? 'next';
  if (label === 'expired') return withDate(label, subscription?.expiration_date);
  // A promo code is never billed, whatever the account's type.
  if (label === 'expires' || subscription?.vendor === 'promocode')
    return withDate('expires', subscription?.expiration_date ?? subscription?.billing_date);
  // Without a billing date the plan ends: a gift, or a plan paid in advance.
  return withDate(label, subscription?.billing_date) ?? withDate('expires', subscription?.expiration_date);
}

function withDate(label: DateLabel, moment: Parameters<typeof readDate>[0]): PlanDate | null {
  const date = readDate(moment);
  return date && { label, date };
}
