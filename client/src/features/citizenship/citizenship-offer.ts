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
