import type { Account, AccountSeed, DaysFromNow, PaymentMethod, Subscription } from '../account.ts';
import { createSubscription, type Sku, visaCard } from '../plans.ts';

const group = 'Paying at the shop';

const paid = (method: PaymentMethod): Account['payment'] => ({ method, status: 'succeeded', message: '' });

function paying(
  email: string,
  description: string,
  sku: Sku,
  subscription: Partial<Subscription>,
  method: PaymentMethod = visaCard,
): AccountSeed {
  return {
    email,
    group,
    description,
    type: 'subscription',
    subscription: createSubscription(email, sku, subscription),
    payment: paid(method),
  };
}

export const payingAccounts = (at: DaysFromNow): AccountSeed[] => [
  paying(
    'active-card@example.com',
    'Binge for a month, by Mastercard: next billing, cancel, change the card.',
    'binge-1m',
    { billingAt: at(12) },
    {
      vendor: 'card_vendor',
      editable: true,
      cardMaskedNumber: '4444',
      cardType: 'mastercard',
    },
  ),
  paying(
    'active-paypal@example.com',
    'By PayPal at chargebee: the banner says that PayPal support ends on December 28.',
    'power-user-1m',
    { billingAt: at(18) },
    {
      vendor: 'paypal_vendor',
      editable: true,
      paypalEmailMasked: 'a***@example.com',
    },
  ),
  paying(
    'active-apple-pay@example.com',
    'By Apple Pay, priced in pounds; the card behind it is neither Visa nor Mastercard.',
    'tourist-3m',
    { billingAt: at(70), price: { currency: 'GBP', amount: '1299' } },
    {
      vendor: 'apple_pay_vendor',
      editable: true,
      cardMaskedNumber: '0005',
      cardType: 'other',
    },
  ),
  paying(
    'active-google-pay@example.com',
    'By Google Pay, priced in Canadian dollars.',
    'binge-3m',
    { billingAt: at(40), price: { currency: 'CAD', amount: '2999' } },
    {
      vendor: 'google_pay_vendor',
      editable: true,
      cardMaskedNumber: '1117',
      cardType: 'visa',
    },
  ),
  paying(
    'active-stripe@example.com',
    'Subscription vendor stripe instead of chargebee: no referral section. The card cannot be changed here.',
    'tourist-1m',
    { billingAt: at(9), vendor: 'stripe', price: { currency: 'USD', amount: '649' } },
    {
      ...visaCard,
      editable: false,
    },
  ),
  paying(
    'payment-was-due@example.com',
    'The billing date passed three days ago, and nothing was charged yet: “Payment was due on”.',
    'power-user-1m',
    { billingAt: at(-3), late: true },
  ),
  {
    ...paying(
      'trial@example.com',
      'Trial for two more days: badge Trial period, line “Post trial billing”.',
      'power-user-1m',
      { billingAt: at(2.5) },
    ),
    state: 'trial',
  },
  {
    ...paying(
      'canceled@example.com',
      'Canceled, usable for 11 more days: “Expires on”, renew, no payment method, two friends invited.',
      'power-user-3m',
      { expiresAt: at(11.5), cancellable: false, renewable: true },
    ),
    state: 'canceled',
    referral: { count: 2, limit: 5 },
  },
  {
    ...paying('expired@example.com', 'Expired three weeks ago: renewing starts a new period today.', 'binge-1m', {
      active: false,
      expiresAt: at(-21),
      cancellable: false,
      renewable: true,
    }),
    state: 'expired',
  },
  {
    ...paying(
      'expired-not-renewable@example.com',
      'Expired five weeks ago and not renewable: needs a new plan.',
      'tourist-3m',
      { active: false, expiresAt: at(-35), cancellable: false, renewable: false },
    ),
    state: 'expired',
  },
  {
    ...paying(
      'renewal-refused@example.com',
      'Canceled, and the bank declines the renewal: “Internal error. Please, try again later.”',
      'binge-1m',
      { expiresAt: at(4.5), cancellable: false, renewable: true, renewalFails: true },
    ),
    state: 'canceled',
  },
  {
    ...paying(
      'activating@example.com',
      'Activation in progress: badge Syncing, no date and no action; completes 20 seconds after the first request.',
      'power-user-3m',
      { active: false, cancellable: false, activation: 'waiting' },
    ),
    state: 'new_account',
  },
];
