import type { Profile } from '#shared/profile.ts';
import { isAnonymous } from '../../profile/anonymous.ts';
import { isVerifiedCitizen } from '../../profile/verified-citizen.ts';

/** Whether the verification is offered: not to who has it, nor to a device, nor to who pays already. product.md §5 */
export const isCitizenshipOffered = (
  profile: Pick<Profile, 'type' | 'email' | 'subscription' | 'diia_verified'>,
  anonymousEmailDomain: string,
): boolean =>
  profile.type !== 'diia' &&
  !isVerifiedCitizen(profile) &&
  !isAnonymous(profile, anonymousEmailDomain) &&
  profile.subscription?.hasActiveSubscription !== true;
