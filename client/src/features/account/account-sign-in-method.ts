import type { Profile } from '#shared/profile.ts';
import { readLoginVendor } from '#shared/wire-values.ts';
import { isAnonymous, isGuest } from '../../profile/profile-rules.ts';

/** The sign-in method. Only `email` users may change their address. product.md §5 */
export type AccountSignInMethod =
  | 'email'
  | 'setapp'
  | 'google'
  | 'apple'
  | 'facebook'
  | 'code'
  | 'guest'
  | 'anonymous'
  | 'unknown';

/** `unknown`: the vendor is unknown or missing and may own the address, so it cannot be changed here. */
export function findAccountSignInMethod(
  profile: Pick<Profile, 'email' | 'type' | 'role' | 'oauth_credentials'>,
  anonymousEmailDomain: string,
): AccountSignInMethod {
  if (profile.type === 'setapp') return 'setapp';
  if (isAnonymous(profile, anonymousEmailDomain)) return 'anonymous';
  if (isGuest(profile)) return 'guest';
  const vendor = readLoginVendor(profile.oauth_credentials?.vendor ?? '') ?? 'unknown';
  return vendor === 'default' ? 'email' : vendor;
}

/** Whether the account has an email address of a person. An absent flag does not mean no. */
export const hasEmail = ({ email, is_email_set }: Pick<Profile, 'email' | 'is_email_set'>): boolean =>
  email !== '' && is_email_set !== false;
