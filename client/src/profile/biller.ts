import type { PaymentMethod, Profile } from '#shared/profile.ts';
import type { SubscriptionVendor } from '#shared/wire-values.ts';

/** Who takes the money for a subscription: `nobody` for a gift, `unknown` where the profile does not tell. */
type Biller = 'us' | 'appStore' | 'playStore' | 'partner' | 'nobody' | 'unknown';

const sellers: Readonly<Record<SubscriptionVendor, Biller>> = {
  unknown: 'unknown',
  stripe: 'us',
  apple: 'appStore',
  android: 'playStore',
  platform_payment: 'partner',
  promocode: 'nobody',
  chargebee: 'us',
  diia: 'nobody',
};

/** What is paid in these ways goes through somebody else's books. */
const foreignMethods: Readonly<Partial<Record<PaymentMethod['vendor'], Biller>>> = {
  app_store_vendor: 'appStore',
  play_marked_vendor: 'playStore',
  platform_payment_vendor: 'partner',
};

/** Who charges for a subscription: by whom it was sold, else by how it is paid. product.md §3 */
export function findBiller({
  subscription,
  payment_data: data,
}: Pick<Profile, 'subscription' | 'payment_data'>): Biller {
  // A vendor that is not on the list may come all the same.
  const seller = (subscription && sellers[subscription.vendor]) ?? 'unknown';
  if (seller !== 'us' && seller !== 'unknown') return seller;
  const method = data?.payment_method?.vendor;
  return (method && foreignMethods[method]) ?? seller;
}

/** Who can end the subscription: we, or the store that bills it. product.md §4 */
export type CancellationChannel = 'here' | 'appStore' | 'playStore';

/** Where a subscription is cancelled: in the store that bills it, else here. */
export function cancellationChannel(profile: Pick<Profile, 'subscription' | 'payment_data'>): CancellationChannel {
  const biller = findBiller(profile);
  return biller === 'appStore' || biller === 'playStore' ? biller : 'here';
}
