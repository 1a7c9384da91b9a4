import { readDate } from '#shared/date.ts';
import type { Profile } from '#shared/profile.ts';
import { countGraceDays } from './grace-days.ts';

export type PlanBadge =
  | { readonly kind: 'syncing' }
  | { readonly kind: 'trial' }
  | { readonly kind: 'grace'; readonly days: number };

/** The one word beside the plan's name. product.md §4 */
export function planBadge(
  { state, subscription }: Pick<Profile, 'state' | 'subscription'>,
  now: Date,
): PlanBadge | null {
  if (subscription?.subscriptionActivationInProgress) return { kind: 'syncing' };
  if (state === 'trial') return { kind: 'trial' };
  const end = readDate(subscription?.end_grace_period_date);
  return state === 'grace_period' && end ? { kind: 'grace', days: countGraceDays(end, now) } : null;
}
