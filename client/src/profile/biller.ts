import { readDate } from '#shared/date.ts';
import type { PaymentMethod, Profile } from '#shared/profile.ts';
import type { SubscriptionVendor } from '#shared/wire-values.ts';
import type { Deletion } from '../session/session.ts';
import { isPast } from './is-past.ts';

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

/** Whether a subscription is billed again. */
export const isBilled = ({ state, subscription }: Pick<Profile, 'state' | 'subscription'>): boolean =>
  subscription?.hasActiveSubscription === true && state !== 'canceled' && state !== 'expired';

/** Who keeps billing the subscription of a deleted account; null without one. decisions.md §4 */
export function billerAfterDeletion(profile: Profile): Deletion['biller'] {
  if (profile.type === 'setapp') return hasEndedAtSetapp(profile) ? null : 'setapp';
  if (!isBilled(profile)) return null;
  const biller = findBiller(profile);
  return biller === 'none' || biller === 'unknown' ? null : biller;
}

/** Setapp sends an end without a next payment for a plan that it no longer bills. */
const hasEndedAtSetapp = ({ subscription }: Profile): boolean =>
  !readDate(subscription?.billing_date) && isPast(readDate(subscription?.expiration_date), new Date());

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
