import type { PaymentMethod } from '#shared/profile.ts';

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
