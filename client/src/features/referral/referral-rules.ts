import type { Profile, Referral } from '#shared/profile.ts';
import { allInvitesUsed } from '../../profile/referral-access.ts';

/** The banner to show when all invites are used; null before, and without any invites. product.md §4 */
export function maxedOutBanner(
  referral: Pick<Referral, 'referrals_count' | 'referrals_limit'>,
  state: Profile['state'],
): 'affiliate' | 'upgrade' | null {
  if (!allInvitesUsed(referral)) return null;
  if (state === 'active') return 'affiliate';
  return state === 'new_account' ? 'upgrade' : null;
}

/** Links that share a URL. decisions.md §4 */
export const shareLinks = (url: string) => ({
  facebook: `https://www.facebook.com/sharer/sharer.php?${new URLSearchParams({ u: url })}`,
  x: `https://x.com/intent/post?${new URLSearchParams({ url })}`,
});

/** Opens the email app with the link in a new message. */
export const emailLink = (subject: string, body: string): string =>
  `mailto:?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(body)}`;
