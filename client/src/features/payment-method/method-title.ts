import type { PaymentMethod } from '#shared/profile.ts';

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
