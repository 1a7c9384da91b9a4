import type { PaymentMethod, Subscription } from './account.ts';
import { deriveId } from './derive-ids.ts';

interface Plan {
  readonly name: string;
  readonly months: 1 | 3;
  /** Minor units. */
  readonly amount: string;
}

/** The plans by sku: tourist, binge and power-user, each monthly or for three months. product.md §3 */
export const plans = {
  'tourist-1m': { name: 'Tourist', months: 1, amount: '599' },
  'tourist-3m': { name: 'Tourist', months: 3, amount: '1499' },
  'binge-1m': { name: 'Binge', months: 1, amount: '799' },
  'binge-3m': { name: 'Binge', months: 3, amount: '1999' },
  'power-user-1m': { name: 'Power User', months: 1, amount: '999' },
  'power-user-3m': { name: 'Power User', months: 3, amount: '2499' },
} as const satisfies Record<string, Plan>;

export type Sku = keyof typeof plans;

const isSku = (value: string): value is Sku => Object.hasOwn(plans, value);

const dayMs = 86_400_000;

/** The period of a plan in milliseconds, with months of 30 days. */
export const planPeriodMs = (sku: string): number => (isSku(sku) ? plans[sku].months : 1) * 30 * dayMs;

/** Creates an active, cancellable subscription with the given differences. */
export function createSubscription(owner: string, sku: Sku, more: Partial<Subscription> = {}): Subscription {
  return {
    id: deriveId('subscription', owner),
    vendor: 'chargebee',
    name: plans[sku].name,
    sku,
    price: { currency: 'EUR', amount: plans[sku].amount },
    active: true,
    billingAt: null,
    graceEndsAt: null,
    expiresAt: null,
    cancellable: true,
    renewable: false,
    renewalFails: false,
    late: false,
    activation: 'none',
    ...more,
  };
}

export const visaCard: PaymentMethod = {
  vendor: 'card_vendor',
  editable: true,
  cardMaskedNumber: '4242',
  cardType: 'visa',
};
