import type { PaymentMethod, Profile } from '#shared/profile.ts';
import { paymentMethodVendors } from '#shared/wire-values.ts';

const unbilledTypes: readonly string[] = ['free', 'promo', 'setapp'] satisfies Profile['type'][];

/** The payment method to show, or null. product.md §4 */
export function shownPaymentMethod({
  type,
  state,
  subscription,
  payment_data: data,
}: Pick<Profile, 'type' | 'state' | 'subscription' | 'payment_data'>): PaymentMethod | null {
  const method = data?.payment_method_exists ? (data.payment_method ?? null) : null;
  if (!method || !paymentMethodVendors.includes(method.vendor)) return null;
  if (unbilledTypes.includes(type) || state === 'canceled') return null;
  return subscription?.subscriptionActivationInProgress ? null : method;
}
