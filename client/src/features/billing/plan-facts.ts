import type { Profile } from '#shared/profile.ts';
import type { PlanDate } from './plan-date.ts';

/** What the plan card tells besides its name: a price, a balance, a date. */
export type PlanFact = 'price' | 'balance' | 'date';

// Told to have a price where money is going to be taken, and only there.
const pricedLabels: readonly PlanDate['label'][] = ['next', 'postTrial'];

/** The facts of a plan, at most two; the next attempt tells its price beside its date. */
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
