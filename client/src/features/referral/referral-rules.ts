import type { Profile, Referral } from '#shared/profile.ts';
import { isAnonymous } from '../../profile/profile-rules.ts';

type ReferralProfile = Pick<Profile, 'email' | 'role' | 'type' | 'subscription'>;

/**
 * Whether to show the section: not for anonymous-device accounts, guests, setapp users, and active subscriptions of a
 * vendor other than chargebee. product.md §2
 * @param anonymousDomain the email domain of anonymous-device accounts
 */
export function hasReferralSection(profile: ReferralProfile, anonymousDomain: string): boolean {
  const { role, type, subscription } = profile;
  const guest = type === 'guest' || role === 'account_role_guest';
  const elsewhere = subscription?.hasActiveSubscription === true && subscription.vendor !== 'chargebee';
  return !isAnonymous(profile, anonymousDomain) && !guest && type !== 'setapp' && !elsewhere;
}

/** The banner to show when all invites are used; null before. product.md §4 */
export function maxedOutBanner(
  { referrals_count, referrals_limit }: Pick<Referral, 'referrals_count' | 'referrals_limit'>,
  state: Profile['state'],
): 'affiliate' | 'upgrade' | null {
  if (referrals_count < referrals_limit) return null;
  if (state === 'active') return 'affiliate';
  return state === 'new_account' ? 'upgrade' : null;
}

/** Links that share a URL. decisions.md §4 */
export const shareLinks = (url: string) => ({
  facebook: `https://www.facebook.com/sharer/sharer.php?${new URLSearchParams({ u: url })}`,
  x: `https://x.com/intent/post?${new URLSearchParams({ url })}`,
});
