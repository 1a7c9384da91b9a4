import type { Profile } from '#shared/profile.ts';

/** Whether the national service has verified the user. product.md §3 */
export const isVerifiedCitizen = (profile: Pick<Profile, 'diia_verified' | 'subscription'>): boolean =>
  profile.diia_verified === true || profile.subscription?.vendor === 'diia';
