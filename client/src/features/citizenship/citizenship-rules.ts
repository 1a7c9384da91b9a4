import type { Profile } from '#shared/profile.ts';
import { isAnonymous, isVerifiedCitizen } from '../../profile/profile-rules.ts';

/** Whether the verification is offered: not to who has it, nor to a device, nor to who pays already. product.md §5 */
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

/**
 * Where a verified user goes on to: https on one of our two hosts, or one of our apps. Anything else counts as absent.
 * decisions.md §4
 */
export function readSuccessUrl(value: string | null, { siteUrl, publicOrigin, appUrlSchemes }: Allowed): string | null {
  if (value === null || !URL.canParse(value)) return null;
  const url = new URL(value);
  if (appUrlSchemes.includes(url.protocol.slice(0, -1))) return url.href;
  const hosts = [new URL(siteUrl).hostname, new URL(publicOrigin).hostname];
  const ours = url.protocol === 'https:' && hosts.includes(url.hostname) && url.username === '' && url.password === '';
  return ours ? url.href : null;
}
