import { readDate } from '#shared/date.ts';
import type { Profile } from '#shared/profile.ts';
import { isPaymentOverdue, isVerifiedCitizen } from '../../profile/profile-rules.ts';
import { findEnd } from './plan-status.ts';

/** What a cancellation means. */
export interface CancelTerms {
  /** `citizen`: Premium stays. */
  readonly kind: 'plan' | 'trial' | 'unpaid' | 'citizen';
  /** When the plan ends; null for now, or for an unknown day. */
  readonly end: Date | null;
}

/**
 * In the grace period the plan runs until that period ends, which is later than the next attempt to charge.
 * decisions.md §4
 */
export function cancelTerms(
  profile: Pick<Profile, 'state' | 'subscription' | 'diia_verified'>,
  now: Date,
): CancelTerms {
  const { state, subscription } = profile;
  const unpaid = isPaymentOverdue(state);
  const end = unpaid
    ? readDate(subscription?.end_grace_period_date ?? subscription?.expiration_date)
    : findEnd(profile);
  const kind = isVerifiedCitizen(profile) ? 'citizen' : unpaid ? 'unpaid' : state === 'trial' ? 'trial' : 'plan';
  return { kind, end: end && end > now ? end : null };
}
