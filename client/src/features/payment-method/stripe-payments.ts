import type {
  PaymentRequest,
  PaymentRequestPaymentMethodEvent,
  Stripe,
  StripeConstructor,
  StripeElementLocale,
  StripeError,
} from '@stripe/stripe-js';
import type { Locale } from '#shared/locale.ts';
import type { Price } from '#shared/profile.ts';
import { loadScript } from '../../api/load-script.ts';
import { start } from '../../start.ts';

/**
 * The card payment provider's script, and all that this product knows of it: everything else speaks of card fields,
 * wallets and confirmations. Another payments, or another element of this one, changes this file alone.
 */
export interface StripePayments {
  /** Makes the three card fields, each in a frame of the provider's: their content never reaches this page. */
  createCardFields(look: FieldLook): CardFields;
  /** The wallets that this browser can pay with. */
  findWallets(price: Price, label: string): Promise<readonly Wallet[]>;
  /** Lets the bank ask the user. Takes the whole page while it does. */
  confirm(clientSecret: string): Promise<Confirmation>;
}

export const fieldNames = ['number', 'expiry', 'cvc'] as const;
export type FieldName = (typeof fieldNames)[number];

/** Colours as CSS writes them: the frames do not see the page's style. */
export interface FieldLook {
  readonly text: string;
  readonly muted: string;
  readonly invalid: string;
}

export interface FieldState {
  readonly complete: boolean;
  readonly invalid: boolean;
}

export interface CardFields {
  mount(name: FieldName, place: HTMLElement): void;
  focus(name: FieldName): void;
  onChange(listener: (name: FieldName, state: FieldState) => void): void;
  onReady(name: FieldName, listener: () => void): void;
  /** Esc in a field, which the page does not hear of by itself. */
  onEscape(listener: () => void): void;
  /** Hands the card to the payments. */
  store(): Promise<StoredCard | 'declined' | 'failed'>;
  destroy(): void;
}

export interface StoredCard {
  readonly paymentMethodId: string;
}

export const walletKinds = ['apple_pay', 'google_pay'] as const;
export type WalletKind = (typeof walletKinds)[number];

export interface Wallet {
  readonly kind: WalletKind;
  /**
   * Opens the wallet's own sheet; must be called while a click is handled.
   * @returns null when the user closes it
   */
  ask(): Promise<(StoredCard & { close(success: boolean): void }) | null>;
}

export type Confirmation = 'confirmed' | 'declined' | 'cancelled' | 'failed';

/** The country of the merchant. product.md §7 */
const country = 'CY';

let loading: Promise<StripeConstructor> | null = null;

/** Loads the provider's script, once; rejects when a blocker or the network keeps it away, and may be tried again. */
export async function loadStripePayments(locale: Locale): Promise<StripePayments> {
  loading ??= loadScript(start.stripeJsUrl).then(() => {
    if (!window.Stripe) throw new Error('The script of the card payment provider is not what it should be');
    return window.Stripe;
  });
  const Constructor = await loading.catch((error: unknown) => {
    loading = null;
    throw error;
  });
  return wrapStripe(Constructor(start.stripePublishableKey, { locale: providerLocale(locale) }), locale);
}

// The provider has no Ukrainian, and its plain Portuguese is Portugal's.
const providerLocales: Partial<Record<Locale, StripeElementLocale>> = { uk: 'en', pt: 'pt-BR' };

const providerLocale = (locale: Locale): StripeElementLocale =>
  providerLocales[locale] ?? (locale as StripeElementLocale);

function wrapStripe(stripe: Stripe, locale: Locale): StripePayments {
  return {
    createCardFields: (look) => createCardFields(stripe, look, locale),
    async findWallets(price, label) {
      const wallets = await Promise.all(walletKinds.map((kind) => findWallet(stripe, kind, price, label)));
      return wallets.filter((wallet) => wallet !== null);
    },
    async confirm(clientSecret) {
      const { setupIntent, error } = await stripe.confirmCardSetup(clientSecret);
      if (error) return readRefusal(error);
      return setupIntent?.status === 'succeeded' ? 'confirmed' : 'failed';
    },
  };
}

function readRefusal(error: StripeError): Confirmation {
  if (error.type === 'card_error') return 'declined';
  // A question that was left open waits for its answer still; one that was answered wrongly does not.
  return error.setup_intent?.status === 'requires_action' || error.setup_intent?.status === 'canceled'
    ? 'cancelled'
    : 'failed';
}

function createCardFields(stripe: Stripe, look: FieldLook, locale: Locale): CardFields {
  const elements = stripe.elements({ locale: providerLocale(locale) });
  const style = {
    base: {
      color: look.text,
      fontFamily: 'system-ui, sans-serif',
      fontSize: '16px',
      lineHeight: '24px',
      '::placeholder': { color: look.muted },
    },
    invalid: { color: look.invalid },
  };
  const fields = {
    number: elements.create('cardNumber', { style, showIcon: true }),
    expiry: elements.create('cardExpiry', { style }),
    cvc: elements.create('cardCvc', { style, placeholder: '123' }),
  };
  return {
    mount: (name, place) => fields[name].mount(place),
    focus: (name) => fields[name].focus(),
    onChange(listener) {
      const tell = (name: FieldName) => (state: { complete: boolean; error: unknown }) =>
        listener(name, { complete: state.complete, invalid: Boolean(state.error) });
      fields.number.on('change', tell('number'));
      fields.expiry.on('change', tell('expiry'));
      fields.cvc.on('change', tell('cvc'));
    },
    onReady(name, listener) {
      if (name === 'number') fields.number.on('ready', listener);
      else if (name === 'expiry') fields.expiry.on('ready', listener);
      else fields.cvc.on('ready', listener);
    },
    onEscape(listener) {
      fields.number.on('escape', listener);
      fields.expiry.on('escape', listener);
      fields.cvc.on('escape', listener);
    },
    async store() {
      const { paymentMethod, error } = await stripe.createPaymentMethod({ type: 'card', card: fields.number });
      if (paymentMethod) return { paymentMethodId: paymentMethod.id };
      return error.type === 'card_error' ? 'declined' : 'failed';
    },
    destroy() {
      for (const name of fieldNames) fields[name].destroy();
    },
  };
}

const walletNames = { apple_pay: 'applePay', google_pay: 'googlePay' } as const;

async function findWallet(stripe: Stripe, kind: WalletKind, price: Price, label: string): Promise<Wallet | null> {
  // One request for each wallet: a request with several opens the one it likes best.
  const others = walletKinds.filter((other) => other !== kind).map((other) => walletNames[other]);
  const payment = stripe.paymentRequest({
    country,
    currency: price.currency.toLowerCase(),
    total: { label, amount: Number.parseInt(price.amount, 10) },
    disableWallets: [...others, 'link', 'browserCard'],
  });
  const possible = await payment.canMakePayment();
  return possible?.[walletNames[kind]] ? { kind, ask: () => askWallet(payment) } : null;
}

function askWallet(payment: PaymentRequest): ReturnType<Wallet['ask']> {
  return new Promise((resolve) => {
    const accept = (event: PaymentRequestPaymentMethodEvent) => {
      payment.off('cancel', dismiss);
      resolve({
        paymentMethodId: event.paymentMethod.id,
        close: (success) => event.complete(success ? 'success' : 'fail'),
      });
    };
    const dismiss = () => {
      payment.off('paymentmethod', accept);
      resolve(null);
    };
    payment.once('paymentmethod', accept);
    payment.once('cancel', dismiss);
    payment.show();
  });
}
