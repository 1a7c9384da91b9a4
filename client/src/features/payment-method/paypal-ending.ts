import type { Profile } from '#shared/profile.ts';

/** Whether the subscription is paid by PayPal through chargebee, which is being discontinued. product.md §6 */
export const isPayPalEnding = ({
  subscription,
  payment_data: data,
}: Pick<Profile, 'subscription' | 'payment_data'>): boolean =>
  subscription?.vendor === 'chargebee' && data?.payment_method?.vendor === 'paypal_vendor';
