import { randomBytes } from 'node:crypto';

export type Wallet = 'apple_pay' | 'google_pay';

/** A card as the card provider keeps it: its number never reaches the upstream. */
export interface StoredCard {
  readonly id: string;
  readonly brand: 'visa' | 'mastercard' | 'amex' | 'unknown';
  readonly last4: string;
  readonly wallet: Wallet | null;
  /** What the bank says: yes, yes after a confirmation in the browser, or no. */
  readonly bank: 'accepts' | 'asks' | 'declines';
}

/** A change of payment method under way. */
export interface PaymentSetup {
  readonly id: string;
  readonly clientSecret: string;
  readonly accountId: string;
  readonly card: StoredCard;
  status: 'requires_action' | 'requires_payment_method' | 'succeeded' | 'used';
}

/** The card provider's memory. Four cards are there from the start, under the names of the provider's own test cards. */
export class Payments {
  readonly #cards = new Map<string, StoredCard>();
  readonly #setups = new Map<string, PaymentSetup>();

  constructor() {
    this.#keep({ id: 'pm_card_visa', brand: 'visa', last4: '4242', wallet: null, bank: 'accepts' });
    this.#keep({ id: 'pm_card_mastercard', brand: 'mastercard', last4: '4444', wallet: null, bank: 'accepts' });
    this.#keep({ id: 'pm_card_authenticationRequired', brand: 'visa', last4: '3184', wallet: null, bank: 'asks' });
    this.#keep({ id: 'pm_card_chargeDeclined', brand: 'visa', last4: '0002', wallet: null, bank: 'declines' });
  }

  #keep(card: StoredCard): StoredCard {
    this.#cards.set(card.id, card);
    return card;
  }

  storeCard(card: Omit<StoredCard, 'id'>): StoredCard {
    return this.#keep({ id: `pm_${randomPart()}`, ...card });
  }

  findCard(id: string): StoredCard | null {
    return this.#cards.get(id) ?? null;
  }

  createSetup(accountId: string, card: StoredCard): PaymentSetup {
    const id = `seti_${randomPart()}`;
    const status = card.bank === 'asks' ? 'requires_action' : 'succeeded';
    const setup: PaymentSetup = { id, clientSecret: `${id}_secret_${randomPart()}`, accountId, card, status };
    this.#setups.set(id, setup);
    return setup;
  }

  findSetup(id: string): PaymentSetup | null {
    return this.#setups.get(id) ?? null;
  }

  findSetupBySecret(clientSecret: string): PaymentSetup | null {
    return [...this.#setups.values()].find((setup) => setup.clientSecret === clientSecret) ?? null;
  }
}

const randomPart = () => randomBytes(12).toString('hex');
