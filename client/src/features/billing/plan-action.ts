import type { Profile } from '#shared/profile.ts';
import { isBilled } from '../../profile/biller.ts';
import { isAnonymous } from '../../profile/profile-rules.ts';
import type { PlanStatus } from './plan-status.ts';

export type PlanAction = 'upgrade' | 'seePlans' | 'manage' | 'renew' | 'cancel';

/** What decides about the action beside the profile. */
export interface ActionContext {
  readonly anonymousEmailDomain: string;
  /** The page was opened with a `diia_success_url`. */
  readonly verifying: boolean;
}

/**
 * What the user may do with the plan: the one button of the plan card, or null. `manage` opens Setapp. Who cancels, and
 * where, is decided in profile/biller.ts. product.md §4
 */
export function findPlanAction(
  profile: Profile,
  status: PlanStatus,
  { anonymousEmailDomain, verifying }: ActionContext,
): PlanAction | null {
  const { type, state, subscription } = profile;
  if (type === 'diia' || verifying || status === 'activating') return null;
  if (isAnonymous(profile, anonymousEmailDomain)) return null;
  if (type === 'setapp') return 'manage';
  // Premium is free for citizens: there is nothing to buy, only to cancel.
  if (status === 'citizen') return isBilled(profile) && subscription?.subscriptionCancellable ? 'cancel' : null;
  if (type === 'free') return 'upgrade';
  if (subscription?.subscriptionRenewable) return 'renew';
  const endable = status !== 'ended' && status !== 'none' && state !== 'canceled' && state !== 'expired';
  if (endable && subscription?.subscriptionCancellable) return 'cancel';
  return status === 'ended' || status === 'none' || status === 'payAsYouGo' ? 'seePlans' : null;
}
