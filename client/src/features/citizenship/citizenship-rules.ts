import type { Profile } from '#shared/profile.ts';
import { isAnonymous, isVerifiedCitizen } from '../../profile/profile-rules.ts';

/** Whether to offer the verification: not to verified citizens, devices or paying users. product.md §5 */
export const isCitizenshipOffered = (
  profile: Pick<Profile, 'type' | 'email' | 'subscription' | 'diia_verified'>,
  anonymousEmailDomain: string,
): boolean =>
  profile.type !== 'diia' &&
  !isVerifiedCitizen(profile) &&
  !isAnonymous(profile, anonymousEmailDomain) &&
  profile.subscription?.hasActiveSubscription !== true;

interface Allowed {
  readonly siteUrl: string;
  readonly publicOrigin: string;
  readonly appUrlSchemes: readonly string[];
}

/** The success URL if it is allowed: https on one of our two hosts, or one of our apps. decisions.md §4 */
export function readSuccessUrl(value: string | null, { siteUrl, publicOrigin, appUrlSchemes }: Allowed): string | null {
  if (value === null || !URL.canParse(value)) return null;
  const url = new URL(value);
  if (appUrlSchemes.includes(url.protocol.slice(0, -1))) return url.href;
  const hosts = [new URL(siteUrl).hostname, new URL(publicOrigin).hostname];
  const ours = url.protocol === 'https:' && hosts.includes(url.hostname) && url.username === '' && url.password === '';
  return ours ? url.href : null;
}
