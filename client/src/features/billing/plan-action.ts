import type { Profile } from '#shared/profile.ts';
import { isAnonymous } from '../../profile/anonymous.ts';

export type PlanAction = 'upgrade' | 'manage' | 'renew' | 'cancel';

interface Circumstances {
  readonly anonymousEmailDomain: string;
  /** The page was opened with a `diia_success_url`. */
  readonly verifying: boolean;
}

/** The plan card's one action. product.md §4 */
export function planAction(
  { type, email, subscription }: Pick<Profile, 'type' | 'email' | 'subscription'>,
  { anonymousEmailDomain, verifying }: Circumstances,
): PlanAction | null {
  if (type === 'diia' || verifying || subscription?.subscriptionActivationInProgress) return null;
  if (isAnonymous({ email }, anonymousEmailDomain)) return null;
  if (type === 'free') return 'upgrade';
  if (type === 'setapp') return 'manage';
  if (subscription?.subscriptionRenewable) return 'renew';
  return subscription?.subscriptionCancellable ? 'cancel' : null;
}
