import type {
  PaymentRequest,
  PaymentRequestPaymentMethodEvent,
  Stripe,
  StripeElementLocale,
  StripeError,
} from '@stripe/stripe-js';
import type { Locale } from '#shared/locale.ts';
import type { Price } from '#shared/profile.ts';
import { forgetScript, loadScript } from '../../api/load-script.ts';
import { start } from '../../start.ts';

/** Wraps the payment provider's script. Everything else knows only card fields, wallets and confirmations. */
export interface StripePayments {
  /** Creates the three card fields in the provider's frames: this page never sees their content. */
  createCardFields(colors: FieldColors): CardFields;
  /** The wallets available in this browser. */
  findWallets(price: Price, label: string): Promise<readonly Wallet[]>;
  /** Lets the bank confirm with the user. Takes over the page meanwhile. */
  confirm(clientSecret: string): Promise<Confirmation>;
}

export const fieldNames = ['number', 'expiry', 'cvc'] as const;
export type FieldName = (typeof fieldNames)[number];

/** CSS colors: the frames cannot read this page's styles. */
export interface FieldColors {
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
  /** Esc inside a frame, which this page does not receive as an event. */
  onEscape(listener: () => void): void;
  /** Stores the card with the provider. */
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
   * Opens the wallet sheet. Must be called while a click is handled.
   * @returns null when the user closes it
   */
  open(): Promise<(StoredCard & { close(success: boolean): void }) | null>;
}

export type Confirmation = 'confirmed' | 'declined' | 'canceled' | 'failed';

/** The merchant's country. product.md §7 */
const country = 'CY';

/** Loads the provider's script once. Rejects when it is blocked, too slow or the network fails; may be retried. */
export async function loadStripePayments(locale: Locale): Promise<StripePayments> {
  // Not forgotten when it is slow: it still runs when it arrives, and must not run twice.
  await loadScript(start.stripeJsUrl);
  try {
    if (!window.Stripe) throw new Error("The card provider's script did not define Stripe");
    return wrapStripe(window.Stripe(start.stripePublishableKey, { locale: providerLocale(locale) }), locale);
  } catch (error) {
    forgetStripe();
    throw error;
  }
}

/** The next attempt loads the provider's script again. */
export const forgetStripe = (): void => forgetScript(start.stripeJsUrl);

// The provider has no Ukrainian, and its plain Portuguese is Portugal's.
const providerLocales: Partial<Record<Locale, StripeElementLocale>> = { uk: 'en', pt: 'pt-BR' };

const providerLocale = (locale: Locale): StripeElementLocale =>
  providerLocales[locale] ?? (locale as StripeElementLocale);

function wrapStripe(stripe: Stripe, locale: Locale): StripePayments {
  return {
    createCardFields: (colors) => createCardFields(stripe, colors, locale),
    async findWallets(price, label) {
      const wallets = await Promise.all(walletKinds.map((kind) => findWallet(stripe, kind, price, label)));
      return wallets.filter((wallet) => wallet !== null);
    },
    async confirm(clientSecret) {
      const { setupIntent, error } = await stripe.confirmCardSetup(clientSecret);
      if (error) return classifyStripeError(error);
      return setupIntent?.status === 'succeeded' ? 'confirmed' : 'failed';
    },
  };
}

function classifyStripeError(error: StripeError): Confirmation {
  if (error.type === 'card_error') return 'declined';
  // An open confirmation still requires action; a failed one does not.
  return error.setup_intent?.status === 'requires_action' || error.setup_intent?.status === 'canceled'
    ? 'canceled'
    : 'failed';
}

function createCardFields(stripe: Stripe, colors: FieldColors, locale: Locale): CardFields {
  const elements = stripe.elements({ locale: providerLocale(locale) });
  const style = {
    base: {
      color: colors.text,
      fontFamily: 'system-ui, sans-serif',
      fontSize: '16px',
      lineHeight: '24px',
      '::placeholder': { color: colors.muted },
    },
    invalid: { color: colors.invalid },
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
      const notify = (name: FieldName) => (state: { complete: boolean; error: unknown }) =>
        listener(name, { complete: state.complete, invalid: Boolean(state.error) });
      fields.number.on('change', notify('number'));
      fields.expiry.on('change', notify('expiry'));
      fields.cvc.on('change', notify('cvc'));
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
      const stored = stripe.createPaymentMethod({ type: 'card', card: fields.number });
      const { paymentMethod, error } = await Promise.race([stored, rejectLater(storeTimeoutMs)]);
      if (paymentMethod) return { paymentMethodId: paymentMethod.id };
      return error.type === 'card_error' ? 'declined' : 'failed';
    },
    destroy() {
      for (const name of fieldNames) fields[name].destroy();
    },
  };
}

/** While a card is being stored, the dialog cannot be closed. */
const storeTimeoutMs = 30_000;

const rejectLater = (ms: number): Promise<never> =>
  new Promise((_, reject) => setTimeout(() => reject(new Error('The card payment provider does not respond')), ms));

const walletNames = { apple_pay: 'applePay', google_pay: 'googlePay' } as const;

async function findWallet(stripe: Stripe, kind: WalletKind, price: Price, label: string): Promise<Wallet | null> {
  // One request per wallet: with several, the provider picks one.
  const others = walletKinds.filter((other) => other !== kind).map((other) => walletNames[other]);
  const payment = stripe.paymentRequest({
    country,
    currency: price.currency.toLowerCase(),
    total: { label, amount: Number.parseInt(price.amount, 10) },
    disableWallets: [...others, 'link', 'browserCard'],
  });
  const possible = await payment.canMakePayment();
  return possible?.[walletNames[kind]] ? { kind, open: () => openWallet(payment) } : null;
}

function openWallet(payment: PaymentRequest): ReturnType<Wallet['open']> {
  return new Promise((resolve) => {
    const accept = (event: PaymentRequestPaymentMethodEvent) => {
      payment.off('cancel', dismiss);
      resolve({
        paymentMethodId: event.paymentMethod.id,
        close(success) {
          try {
            event.complete(success ? 'success' : 'fail');
          } catch {
            // The sheet has closed by itself, after its time limit.
          }
        },
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
