import type { PaymentMethod, Profile } from '#shared/profile.ts';
import { paymentMethodVendors } from '#shared/wire-values.ts';

const unbilledTypes: readonly string[] = ['free', 'promo', 'setapp'] satisfies Profile['type'][];

/** The payment method to show; null where there is none, or none that matters. product.md §4 */
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

/** A brand is the same in every language; `card` and `platform` are translated. */
const names: Readonly<Record<PaymentMethod['vendor'], string>> = {
  card_vendor: 'card',
  paypal_vendor: 'PayPal',
  apple_pay_vendor: 'Apple Pay',
  google_pay_vendor: 'Google Pay',
  app_store_vendor: 'App Store',
  play_marked_vendor: 'Google Play',
  platform_payment_vendor: 'platform',
};

const cardBrands = { visa: 'Visa', mastercard: 'Mastercard', other: 'card' } as const;

export interface MethodTitle {
  readonly name: string;
  /** The name is a word to be translated. */
  readonly translated: boolean;
  /** `•••• 4242`, or a masked e-mail. */
  readonly detail: string | null;
}

/** What a payment method is called. A card has its last four digits, PayPal its masked e-mail. */
export function methodTitle(method: PaymentMethod): MethodTitle {
  const { vendor, card_type: type, card_masked_number: number } = method;
  const name = vendor === 'card_vendor' ? (cardBrands[type ?? 'other'] ?? 'card') : names[vendor];
  const digits = vendor === 'card_vendor' ? /\d{1,4}$/.exec(number ?? '')?.[0] : undefined;
  const email = vendor === 'paypal_vendor' ? method.paypal_email_masked : undefined;
  return {
    name,
    translated: name === 'card' || name === 'platform',
    detail: digits ? `•••• ${digits}` : email || null,
  };
}

/** Whether a subscription is paid in a way that will soon end: by PayPal through chargebee. product.md §6 */
export const isPayPalEnding = ({
  subscription,
  payment_data: data,
}: Pick<Profile, 'subscription' | 'payment_data'>): boolean =>
  subscription?.vendor === 'chargebee' && data?.payment_method?.vendor === 'paypal_vendor';

/** Whether a fresh profile is paid in another way than before. */
export const hasChanged =
  ({ payment_data: before }: Pick<Profile, 'payment_data'>) =>
  ({ payment_data: after }: Pick<Profile, 'payment_data'>): boolean =>
    describe(after?.payment_method) !== describe(before?.payment_method);

const describe = (method: PaymentMethod | null | undefined): string =>
  [method?.vendor, method?.payment_source_id, method?.card_masked_number].join();
