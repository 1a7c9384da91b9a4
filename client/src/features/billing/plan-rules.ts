import { readDate } from '#shared/date.ts';
import type { Profile } from '#shared/profile.ts';
import { isAnonymous } from '../../profile/profile-rules.ts';
import type { PlanDate } from './plan-date.ts';

export type PlanAction = 'upgrade' | 'manage' | 'renew' | 'cancel';

interface PlanContext {
  readonly anonymousEmailDomain: string;
  /** The page was opened with a `diia_success_url`. */
  readonly verifying: boolean;
}

/** The plan card's action. product.md §4 */
export function planAction(
  { type, email, subscription }: Pick<Profile, 'type' | 'email' | 'subscription'>,
  { anonymousEmailDomain, verifying }: PlanContext,
): PlanAction | null {
  if (type === 'diia' || verifying || subscription?.subscriptionActivationInProgress) return null;
  if (isAnonymous({ email }, anonymousEmailDomain)) return null;
  if (type === 'free') return 'upgrade';
  if (type === 'setapp') return 'manage';
  if (subscription?.subscriptionRenewable) return 'renew';
  return subscription?.subscriptionCancellable ? 'cancel' : null;
}

export type PlanBadge =
  | { readonly kind: 'syncing' }
  | { readonly kind: 'trial' }
  | { readonly kind: 'grace'; readonly days: number };

/** The badge beside the plan's name. product.md §4 */
export function planBadge(
  { state, subscription }: Pick<Profile, 'state' | 'subscription'>,
  now: Date,
): PlanBadge | null {
  if (subscription?.subscriptionActivationInProgress) return { kind: 'syncing' };
  if (state === 'trial') return { kind: 'trial' };
  const end = readDate(subscription?.end_grace_period_date);
  return state === 'grace_period' && end ? { kind: 'grace', days: countGraceDays(end, now) } : null;
}

const dayMs = 86_400_000;

/** Days left, floor of ms / 86_400_000; 0 on the last day and after it. product.md §4 */
export const countGraceDays = (end: Date, now: Date): number =>
  Math.max(0, Math.floor((end.getTime() - now.getTime()) / dayMs));

/** Free plans have a plain card. */
export function planCardVariant({ type, subscription }: Pick<Profile, 'type' | 'subscription'>): 'plain' | 'rich' {
  if (subscription?.hasActiveSubscription || subscription?.subscriptionActivationInProgress) return 'rich';
  return type === 'free' || type === 'guest' || type === 'unknown_profile_type' ? 'plain' : 'rich';
}

/** The facts on the plan card. */
export type PlanFact = 'price' | 'balance' | 'date';

// The labels of dates on which a payment is due.
const pricedLabels: readonly PlanDate['label'][] = ['next', 'postTrial'];

/** The facts of a plan, at most two. A payment attempt shows its price next to its date. */
export function planFacts(profile: Pick<Profile, 'type' | 'subscription'>, date: PlanDate | null): PlanFact[] {
  const { type, subscription } = profile;
  const due = subscription?.subscriptionActivationInProgress || (date !== null && pricedLabels.includes(date.label));
  const priced = due && type !== 'setapp' && subscription?.price && Number(subscription.price.amount) > 0;
  return [
    ...(type === 'pay_as_you_go' ? (['balance'] as const) : []),
    ...(priced ? (['price'] as const) : []),
    ...(date ? (['date'] as const) : []),
  ];
}

/** Whether a fresh profile shows the renewal. The upstream may omit fields that are false. */
export const isRenewed = ({ subscription }: Pick<Profile, 'subscription'>): boolean =>
  subscription?.hasActiveSubscription === true && subscription.subscriptionRenewable !== true;
