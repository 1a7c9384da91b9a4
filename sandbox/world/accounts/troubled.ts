import type { AccountSeed, DaysFromNow } from '../account.ts';
import { subscribe, visaCard } from '../plans.ts';

const group = 'Billing in trouble';

export const troubledAccounts = (at: DaysFromNow): AccountSeed[] => [
  {
    email: 'grace@example.com',
    group,
    description: 'Grace period, five days left: badge, “Next billing attempt”, the payment issue. A new card ends it.',
    type: 'subscription',
    state: 'grace_period',
    subscription: subscribe('grace@example.com', 'power-user-1m', { billingAt: at(2.5), graceEndsAt: at(5.5) }),
    payment: { method: visaCard, status: 'failed', message: 'Your card has insufficient funds.' },
  },
  {
    email: 'grace-last-day@example.com',
    group,
    description: 'Grace period, the last day: 0 days left. Move the clock on by a day and it has expired.',
    type: 'subscription',
    state: 'grace_period',
    subscription: subscribe('grace-last-day@example.com', 'binge-1m', { billingAt: at(0.4), graceEndsAt: at(0.6) }),
    payment: { method: visaCard, status: 'failed', message: 'Your card has expired.' },
  },
  {
    email: 'billing-retry@example.com',
    group,
    description: 'Billing retry period: the payment issue with FAQ and support, no grace badge.',
    type: 'subscription',
    state: 'billing_retry_period',
    subscription: subscribe('billing-retry@example.com', 'tourist-1m', { billingAt: at(1.5) }),
    payment: { method: visaCard, status: 'failed', message: 'The bank did not answer.' },
  },
  {
    email: 'payment-failed@example.com',
    group,
    description: 'State active, and yet the last payment failed: the payment issue all the same.',
    type: 'subscription',
    subscription: subscribe('payment-failed@example.com', 'binge-3m', { billingAt: at(30) }),
    payment: { method: visaCard, status: 'failed', message: 'Your card was declined.' },
  },
];
