import type { Profile } from '#shared/profile.ts';
import { readLoginVendor } from '#shared/wire-values.ts';
import type { Discount } from '../../profile/discount.ts';
import { isAnonymous } from '../../profile/profile-rules.ts';

/** How the account is signed in to; `email` alone is for those who may change their address. product.md §5 */
export type SignInMethod =
  | 'email'
  | 'setapp'
  | 'google'
  | 'apple'
  | 'facebook'
  | 'code'
  | 'guest'
  | 'anonymous'
  | 'unknown';

/** `unknown`: a vendor that is not ours, or none told, may own the address; nothing is offered that could not be done. */
export function signInMethod(
  profile: Pick<Profile, 'email' | 'type' | 'role' | 'oauth_credentials'>,
  anonymousEmailDomain: string,
): SignInMethod {
  if (profile.type === 'setapp') return 'setapp';
  if (isAnonymous(profile, anonymousEmailDomain)) return 'anonymous';
  if (profile.type === 'guest' || profile.role === 'account_role_guest') return 'guest';
  const vendor = readLoginVendor(profile.oauth_credentials?.vendor ?? '') ?? 'unknown';
  return vendor === 'default' ? 'email' : vendor;
}

/** The promo code page is for free and promo users whom no discount banner calls elsewhere. product.md §2 */
export const offersRedeem = ({ type }: Pick<Profile, 'type'>, discount: Discount | null): boolean =>
  (type === 'free' || type === 'promo') && discount === null;
