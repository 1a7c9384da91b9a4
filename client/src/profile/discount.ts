import type { AccountCoupon } from '#shared/billing.ts';
import type { Profile } from '#shared/profile.ts';

/** The inviter's discount by the number of friends who joined. product.md §9 */
const inviterPercents = [0, 20, 30, 50, 70, 90] as const;

/** The last entry is the maximum. */
export const inviterPercent = (friends: number): number =>
  inviterPercents[Math.min(Math.max(friends, 0), inviterPercents.length - 1)] ?? 0;

/** Further friends bring no more. */
export const maxInviterPercent = inviterPercents[inviterPercents.length - 1];

/** The friend's discount on the first payment. product.md §9 */
const friendPercent = 20;

export interface Discount {
  readonly kind: 'coupon' | 'inviter' | 'friend';
  /** Null for a coupon without a percentage. */
  readonly percent: number | null;
  /** Set for a coupon only. */
  readonly code: string | null;
}

/** The discount of a free account: a coupon, else for inviting, else for being invited. product.md §2 */
export function findDiscount(
  { type, referral }: Pick<Profile, 'type' | 'referral'>,
  coupon: AccountCoupon['coupon'] | undefined,
): Discount | null {
  if (type !== 'free') return null;
  if (typeof coupon === 'string' && coupon !== '') return { kind: 'coupon', percent: null, code: coupon };
  if (typeof coupon === 'object' && typeof coupon?.code === 'string') {
    const { code, discount_percent: percent } = coupon;
    return { kind: 'coupon', percent: typeof percent === 'number' ? percent : null, code };
  }
  const saved = inviterPercent(referral?.referrals_count ?? 0);
  if (saved > 0) return { kind: 'inviter', percent: saved, code: null };
  return referral?.referrer_id ? { kind: 'friend', percent: friendPercent, code: null } : null;
}

/** Whether to link to the promo code page: for free and promo users without a discount. product.md §2 */
export const canRedeemCode = ({ type }: Pick<Profile, 'type'>, discount: Discount | null): boolean =>
  (type === 'free' || type === 'promo') && discount === null;
