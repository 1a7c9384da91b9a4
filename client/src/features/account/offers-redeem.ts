import type { Profile } from '#shared/profile.ts';
import type { Discount } from '../../profile/discount.ts';

/** The promo code page is for free and promo users whom no discount banner calls elsewhere. product.md §2 */
export const offersRedeem = ({ type }: Pick<Profile, 'type'>, discount: Discount | null): boolean =>
  (type === 'free' || type === 'promo') && discount === null;
