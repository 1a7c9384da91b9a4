import { randomBytes } from 'node:crypto';

export type Wallet = 'apple_pay' | 'google_pay';

/** A card as the card provider stores it. The number never reaches the upstream. */
export interface StoredCard {
  readonly id: string;
  readonly brand: 'visa' | 'mastercard' | 'amex' | 'unknown';
  readonly last4: string;
  readonly wallet: Wallet | null;
  /** The bank approves the card, approves it after a challenge in the browser, or declines it. */
  readonly bank: 'approves' | 'challenges' | 'declines';
}

/** A change of payment method in progress. */
export interface PaymentSetup {
  readonly id: string;
  readonly clientSecret: string;
  readonly accountId: string;
  readonly card: StoredCard;
  status: 'requires_action' | 'requires_payment_method' | 'succeeded' | 'used';
}

/** The card provider's data. It starts with four cards, named like the provider's own test cards. */
export class Payments {
  readonly #cards = new Map<string, StoredCard>();
  readonly #setups = new Map<string, PaymentSetup>();

  constructor() {
    this.#store({ id: 'pm_card_visa', brand: 'visa', last4: '4242', wallet: null, bank: 'approves' });
    this.#store({ id: 'pm_card_mastercard', brand: 'mastercard', last4: '4444', wallet: null, bank: 'approves' });
    this.#store({
      id: 'pm_card_authenticationRequired',
      brand: 'visa',
      last4: '3184',
      wallet: null,
      bank: 'challenges',
    });
    this.#store({ id: 'pm_card_chargeDeclined', brand: 'visa', last4: '0002', wallet: null, bank: 'declines' });
  }

  #store(card: StoredCard): StoredCard {
    this.#cards.set(card.id, card);
    return card;
  }

  storeCard(card: Omit<StoredCard, 'id'>): StoredCard {
    return this.#store({ id: `pm_${randomPart()}`, ...card });
  }

  findCard(id: string): StoredCard | null {
    return this.#cards.get(id) ?? null;
  }

  createSetup(accountId: string, card: StoredCard): PaymentSetup {
    const id = `seti_${randomPart()}`;
    const status = card.bank === 'challenges' ? 'requires_action' : 'succeeded';
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
