import type { Profile } from '#shared/profile.ts';

/** Whether a subscription is paid in a way that will soon end: by PayPal through chargebee. product.md §6 */
export const isPayPalEnding = ({
  subscription,
  payment_data: data,
}: Pick<Profile, 'subscription' | 'payment_data'>): boolean =>
  subscription?.vendor === 'chargebee' && data?.payment_method?.vendor === 'paypal_vendor';
