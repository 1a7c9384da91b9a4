import { readDate } from '#shared/date.ts';
import type { PaymentMethod, Profile } from '#shared/profile.ts';
import type { SubscriptionVendor } from '#shared/wire-values.ts';
import type { Deletion } from '../session/session.ts';
import { hasPaymentIssue } from './profile-rules.ts';

/** Who charges for a subscription: `none` for a gift, `unknown` if the profile does not say. */
export type Biller = 'us' | 'appStore' | 'playStore' | 'partner' | 'none' | 'unknown';

const sellers: Readonly<Record<SubscriptionVendor, Biller>> = {
  unknown: 'unknown',
  stripe: 'us',
  apple: 'appStore',
  android: 'playStore',
  platform_payment: 'partner',
  promocode: 'none',
  chargebee: 'us',
  diia: 'none',
};

/** Payment methods that belong to another biller. */
const foreignMethods: Readonly<Partial<Record<PaymentMethod['vendor'], Biller>>> = {
  app_store_vendor: 'appStore',
  play_marked_vendor: 'playStore',
  platform_payment_vendor: 'partner',
};

/** The biller of a subscription: its vendor, else its payment method. product.md §3 */
export function findBiller({
  subscription,
  payment_data: data,
}: Pick<Profile, 'subscription' | 'payment_data'>): Biller {
  // The upstream may send an unknown vendor.
  const seller = (subscription && sellers[subscription.vendor]) ?? 'unknown';
  if (seller !== 'us' && seller !== 'unknown') return seller;
  const method = data?.payment_method?.vendor;
  return (method && foreignMethods[method]) ?? seller;
}

type Plan = Pick<Profile, 'type' | 'state' | 'subscription' | 'payment_data'>;

/** A promo code is never charged. */
export const isGift = (plan: Plan): boolean => plan.type === 'promo' || findBiller(plan) === 'none';

/** Whether anyone bills the plan again. A gift, a balance, a canceled plan and one paid in advance only end. */
export function isBilled(plan: Plan): boolean {
  const { type, state, subscription } = plan;
  // For a plan that does not renew, the upstream sends an expiration date and no billing date.
  const ends = !readDate(subscription?.billing_date) && readDate(subscription?.expiration_date) !== null;
  if (type === 'setapp') return !ends;
  if (type === 'pay_as_you_go' || isGift(plan) || state === 'canceled' || state === 'expired') return false;
  return subscription?.hasActiveSubscription === true && (!ends || hasPaymentIssue(plan));
}

/** Who keeps billing the subscription of a deleted account; null without one. decisions.md §4 */
export function billerAfterDeletion(profile: Profile): Deletion['biller'] {
  if (!isBilled(profile)) return null;
  if (profile.type === 'setapp') return 'setapp';
  const biller = findBiller(profile);
  return biller === 'none' || biller === 'unknown' ? null : biller;
}

/** Where a subscription is canceled: here, or in the store that bills it. product.md §4 */
export type CancellationChannel = 'here' | 'appStore' | 'playStore';

export function cancellationChannel(profile: Pick<Profile, 'subscription' | 'payment_data'>): CancellationChannel {
  const biller = findBiller(profile);
  return biller === 'appStore' || biller === 'playStore' ? biller : 'here';
}

/** Where Apple and Google list a user's subscriptions. */
export const storeSubscriptions = {
  appStore: 'https://apps.apple.com/account/subscriptions',
  playStore: 'https://play.google.com/store/account/subscriptions',
} as const;
