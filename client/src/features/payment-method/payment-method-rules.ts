import type { PaymentMethod, Profile } from '#shared/profile.ts';

/** Brand names are not translated; `card` and `platform` are. */
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
  /** Whether the name is translated. */
  readonly translated: boolean;
  /** `•••• 4242`, or a masked email. */
  readonly detail: string | null;
}

/** The name of a payment method, with the card's last four digits or PayPal's masked email. */
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

/** Whether the subscription is paid by PayPal through chargebee, which is being discontinued. product.md §6 */
export const isPayPalEnding = ({
  subscription,
  payment_data: data,
}: Pick<Profile, 'subscription' | 'payment_data'>): boolean =>
  subscription?.vendor === 'chargebee' && data?.payment_method?.vendor === 'paypal_vendor';

/** Whether the payment method differs from the one before. */
export const hasChanged =
  ({ payment_data: before }: Pick<Profile, 'payment_data'>) =>
  ({ payment_data: after }: Pick<Profile, 'payment_data'>): boolean =>
    describe(after?.payment_method) !== describe(before?.payment_method);

const describe = (method: PaymentMethod | null | undefined): string =>
  [method?.vendor, method?.payment_source_id, method?.card_masked_number].join();
