import type { Profile, Referral } from '#shared/profile.ts';
import { isAnonymous, isGuest } from './profile-rules.ts';

type ReferralProfile = Pick<Profile, 'email' | 'role' | 'type' | 'subscription'>;

/**
 * Whether to show the referral section: not for anonymous-device accounts, guests, setapp users, and active
 * subscriptions of a vendor other than chargebee. product.md §2
 * @param anonymousDomain the email domain of anonymous-device accounts
 */
export function hasReferralSection(profile: ReferralProfile, anonymousDomain: string): boolean {
  const { type, subscription } = profile;
  const elsewhere = subscription?.hasActiveSubscription === true && subscription.vendor !== 'chargebee';
  return !isAnonymous(profile, anonymousDomain) && !isGuest(profile) && type !== 'setapp' && !elsewhere;
}

/** Whether all invites are used: another friend does not increase the discount. */
export const allInvitesUsed = ({
  referrals_count,
  referrals_limit,
}: Pick<Referral, 'referrals_count' | 'referrals_limit'>): boolean =>
  referrals_limit > 0 && referrals_count >= referrals_limit;

/** Whether the referral section has a link to send. */
export function canInvite(profile: ReferralProfile & Pick<Profile, 'referral'>, anonymousDomain: string): boolean {
  const { referral } = profile;
  return !!referral?.referral_url && !allInvitesUsed(referral) && hasReferralSection(profile, anonymousDomain);
}
