import type { Profile } from '#shared/profile.ts';
import { readLoginVendor } from '#shared/wire-values.ts';
import { isAnonymous } from '../../profile/anonymous.ts';

/** How the account is signed in to; `email` alone is for those who may change their address. product.md §5 */
export type SignInWay =
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
export function signInWay(
  profile: Pick<Profile, 'email' | 'type' | 'role' | 'oauth_credentials'>,
  anonymousEmailDomain: string,
): SignInWay {
  if (profile.type === 'setapp') return 'setapp';
  if (isAnonymous(profile, anonymousEmailDomain)) return 'anonymous';
  if (profile.type === 'guest' || profile.role === 'account_role_guest') return 'guest';
  const vendor = readLoginVendor(profile.oauth_credentials?.vendor ?? '') ?? 'unknown';
  return vendor === 'default' ? 'email' : vendor;
}
