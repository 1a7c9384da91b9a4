import type { AccountSeed, DaysFromNow } from '../account.ts';
import { createSubscription, visaCard } from '../plans.ts';

const group = 'Payment problems';

export const paymentProblemAccounts = (at: DaysFromNow): AccountSeed[] => [
  {
    email: 'grace@example.com',
    group,
    description: 'Grace period, five days left: badge, “Next billing attempt”, the payment issue. A new card ends it.',
    type: 'subscription',
    state: 'grace_period',
    subscription: createSubscription('grace@example.com', 'power-user-1m', {
      billingAt: at(2.5),
      graceEndsAt: at(5.5),
    }),
    payment: { method: visaCard, status: 'failed', message: 'Your card has insufficient funds.' },
  },
  {
    email: 'grace-last-day@example.com',
    group,
    description: 'Grace period, the last day: 0 days left. Expires if the clock is advanced by a day.',
    type: 'subscription',
    state: 'grace_period',
    subscription: createSubscription('grace-last-day@example.com', 'binge-1m', {
      billingAt: at(0.6),
      graceEndsAt: at(0.6),
    }),
    payment: { method: visaCard, status: 'failed', message: 'Your card has expired.' },
  },
  {
    email: 'billing-retry@example.com',
    group,
    description: 'Billing retry period: the payment issue with FAQ and support, no grace badge.',
    type: 'subscription',
    state: 'billing_retry_period',
    subscription: createSubscription('billing-retry@example.com', 'tourist-1m', { billingAt: at(1.5) }),
    payment: { method: visaCard, status: 'failed', message: 'Your bank did not respond.' },
  },
  {
    email: 'payment-failed@example.com',
    group,
    description: 'State active, but the last payment failed: the payment issue is shown.',
    type: 'subscription',
    subscription: createSubscription('payment-failed@example.com', 'binge-3m', { billingAt: at(30) }),
    payment: { method: visaCard, status: 'failed', message: 'Your card was declined.' },
  },
  {
    email: 'payment-failed-app-store@example.com',
    group,
    description: 'The App Store could not charge the subscription: the method cannot be changed here.',
    type: 'subscription',
    state: 'billing_retry_period',
    subscription: createSubscription('payment-failed-app-store@example.com', 'power-user-1m', {
      vendor: 'apple',
      billingAt: at(3),
    }),
    payment: {
      method: { vendor: 'app_store_vendor', editable: false },
      status: 'failed',
      message: 'The App Store could not charge your payment method.',
    },
  },
  {
    email: 'payment-failed-play-store@example.com',
    group,
    description: 'Google Play could not charge the subscription yesterday: a link to Google Play, and no change here.',
    type: 'subscription',
    state: 'billing_retry_period',
    subscription: createSubscription('payment-failed-play-store@example.com', 'power-user-1m', {
      vendor: 'android',
      billingAt: at(-1),
    }),
    payment: {
      method: { vendor: 'play_marked_vendor', editable: false },
      status: 'failed',
      message: 'Google Play could not charge your payment method.',
    },
  },
  {
    email: 'grace-over-partner@example.com',
    group,
    description: 'Payment issue at a partner; the grace period ended yesterday, and the plan has not ended yet.',
    type: 'subscription',
    state: 'grace_period',
    subscription: createSubscription('grace-over-partner@example.com', 'binge-1m', {
      vendor: 'platform_payment',
      billingAt: at(-8),
      graceEndsAt: at(-1),
      late: true,
    }),
    payment: {
      method: { vendor: 'platform_payment_vendor', editable: false },
      status: 'failed',
      message: 'The partner could not charge you.',
    },
  },
  {
    email: 'ended-unpaid@example.com',
    group,
    description: 'The plan ended after a failed payment; the date is unknown. Nothing is due, and it needs a new plan.',
    type: 'subscription',
    state: 'expired',
    subscription: createSubscription('ended-unpaid@example.com', 'binge-1m', { active: false, cancellable: false }),
    payment: { method: visaCard, status: 'failed', message: 'Your card has insufficient funds.' },
  },
  {
    email: 'payment-failed-no-method@example.com',
    group,
    description: 'Grace period without a stored payment method and without a reason by the bank.',
    type: 'subscription',
    state: 'grace_period',
    subscription: createSubscription('payment-failed-no-method@example.com', 'binge-1m', {
      billingAt: at(1.5),
      graceEndsAt: at(3.5),
    }),
    payment: { method: null, status: 'failed', message: '' },
  },
];
