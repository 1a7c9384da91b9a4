import { expect, test } from 'vitest';
import type { PaymentMethod } from '#shared/profile.ts';
import {
  type ProfileState,
  type ProfileType,
  paymentMethodVendors,
  profileStates,
  profileTypes,
  type SubscriptionVendor,
  subscriptionVendors,
} from '#shared/wire-values.ts';
import { type BillingEvent, nextBillingEvent } from '../../../../client/src/features/billing/next-billing-event.ts';
import { buildProfile } from '../../../support/build-profile.ts';

const date = new Date('2026-12-14T12:00:00Z');
const end = new Date('2026-12-20T12:00:00Z');
const over = new Date('2027-01-02T12:00:00Z');
const price = { currency: 'EUR', amount: '2499' };
const dates = { billing_date: date.toISOString(), expiration_date: over.toISOString() };
const grace = { ...dates, end_grace_period_date: end.toISOString() };
const charge: BillingEvent = { key: 'renewsCancellable', price, date };

const byState: Record<ProfileState, BillingEvent> = {
  unknown_profile_state: charge,
  new_account: charge,
  active: charge,
  canceled: { key: 'canceled', date: over },
  expired: { key: 'expired', date: over },
  billing_retry_period: { key: 'retry', price, date },
  grace_period: { key: 'retry', price, date },
  trial: { key: 'trial', price, date },
};

test('each state of a plan billed by us has its next event', () => {
  expect(Object.keys(byState)).toEqual([...profileStates]);
  for (const state of profileStates)
    expect(nextBillingEvent(buildProfile({ state, subscription: dates })), state).toEqual(byState[state]);
});

test('the end of the grace period is included when known', () => {
  for (const state of ['grace_period', 'billing_retry_period'] as const) {
    expect(nextBillingEvent(buildProfile({ state, subscription: grace }))).toEqual({
      key: 'retryEnds',
      price,
      date,
      end,
    });
  }
});

test('another payment method is suggested only if it can be chosen here', () => {
  const stepOf = (can_edited: boolean, subscription: typeof dates) => {
    const payment_method = { vendor: 'card_vendor', can_edited } as const;
    const payment_data = { payment_method_exists: true, payment_method };
    return nextBillingEvent(buildProfile({ state: 'grace_period', subscription, payment_data }))?.key;
  };
  expect([stepOf(true, dates), stepOf(true, grace)]).toEqual(['retryEditable', 'retryEditableEnds']);
  expect([stepOf(false, dates), stepOf(false, grace)]).toEqual(['retry', 'retryEnds']);
});

test('an expired promo is shown as ended', () => {
  expect(nextBillingEvent(buildProfile({ type: 'promo', state: 'expired', subscription: dates }))).toEqual({
    key: 'expired',
    date: over,
  });
});

test('renewing and canceling are mentioned only when possible', () => {
  const subscription = { ...dates, subscriptionRenewable: true, subscriptionCancellable: false };
  expect(nextBillingEvent(buildProfile({ state: 'canceled', subscription }))).toEqual({
    key: 'canceledRenewable',
    date: over,
  });
  expect(nextBillingEvent(buildProfile({ state: 'expired', subscription }))).toEqual({
    key: 'expiredRenewable',
    date: over,
  });
  expect(nextBillingEvent(buildProfile({ subscription }))).toEqual({ key: 'renews', price, date });
});

const byType: Record<ProfileType, BillingEvent | null> = {
  unknown_profile_type: charge,
  free: null,
  subscription: charge,
  pay_as_you_go: null,
  promo: { key: 'promo', date: over },
  setapp: { key: 'setapp' },
  guest: charge,
  diia: { key: 'citizen' },
};

test('each account type has its next event, and a running activation takes precedence', () => {
  expect(Object.keys(byType)).toEqual([...profileTypes]);
  for (const type of profileTypes) {
    expect(nextBillingEvent(buildProfile({ type, subscription: dates })), type).toEqual(byType[type]);
    const subscription = { ...dates, subscriptionActivationInProgress: true };
    expect(nextBillingEvent(buildProfile({ type, subscription })), `${type}, activating`).toEqual({ key: 'syncing' });
  }
});

const due: BillingEvent = { key: 'due', price, date };
const partner: BillingEvent = { key: 'partnerCancellable', price, date };
const appStore: BillingEvent = { key: 'appStore', date };
const playStore: BillingEvent = { key: 'playStore', date };

const byVendor: Record<SubscriptionVendor, BillingEvent> = {
  unknown: due,
  stripe: charge,
  apple: appStore,
  android: playStore,
  platform_payment: partner,
  promocode: { key: 'promo', date: over },
  chargebee: charge,
  diia: { key: 'citizen' },
};

test('each vendor has its biller', () => {
  expect(Object.keys(byVendor)).toEqual([...subscriptionVendors]);
  for (const vendor of subscriptionVendors) {
    expect(nextBillingEvent(buildProfile({ subscription: { ...dates, vendor } })), vendor).toEqual(byVendor[vendor]);
  }
});

const paidBy = (vendor: PaymentMethod['vendor']) => ({
  payment_method_exists: true,
  payment_method: { vendor, can_edited: false },
});

/** Subscriptions that we sold, and one of an unknown vendor. */
const byMethod: Record<PaymentMethod['vendor'], readonly [BillingEvent, BillingEvent]> = {
  card_vendor: [charge, due],
  paypal_vendor: [charge, due],
  apple_pay_vendor: [charge, due],
  google_pay_vendor: [charge, due],
  app_store_vendor: [appStore, appStore],
  play_marked_vendor: [playStore, playStore],
  platform_payment_vendor: [partner, partner],
};

test('the payment method decides who charges when we sold the plan', () => {
  expect(Object.keys(byMethod)).toEqual([...paymentMethodVendors]);
  for (const method of paymentMethodVendors) {
    const payment_data = paidBy(method);
    const steps = (['chargebee', 'unknown'] as const).map((vendor) =>
      nextBillingEvent(buildProfile({ payment_data, subscription: { ...dates, vendor } })),
    );
    expect(steps, method).toEqual(byMethod[method]);
  }
});

test('the vendor decides who charges when we did not sell the plan', () => {
  const payment_data = paidBy('app_store_vendor');
  const subscription = { ...dates, vendor: 'platform_payment' } as const;
  expect(nextBillingEvent(buildProfile({ payment_data, subscription }))).toEqual(partner);
});

const partnerByState: Record<ProfileState, BillingEvent> = {
  ...byState,
  unknown_profile_state: partner,
  new_account: partner,
  active: partner,
  billing_retry_period: { key: 'partnerIssue' },
  grace_period: { key: 'partnerIssue' },
  trial: { key: 'partnerTrial', price, date },
};
const dueByState: Record<ProfileState, BillingEvent> = {
  ...byState,
  unknown_profile_state: due,
  new_account: due,
  active: due,
  billing_retry_period: { key: 'dueIssue' },
  grace_period: { key: 'dueIssue' },
  trial: due,
};

test('each state of a plan billed by a partner or an unknown biller has its next event', () => {
  for (const state of profileStates) {
    const stepOf = (vendor: SubscriptionVendor) =>
      nextBillingEvent(buildProfile({ state, subscription: { ...grace, vendor } }));
    expect(stepOf('platform_payment'), state).toEqual(partnerByState[state]);
    expect(stepOf('unknown'), state).toEqual(dueByState[state]);
  }
});

test('canceling is mentioned to a partner’s customer only when possible', () => {
  const subscription = { ...dates, vendor: 'platform_payment', subscriptionCancellable: false } as const;
  expect(nextBillingEvent(buildProfile({ subscription }))).toEqual({ key: 'partner', price, date });
});

/** Texts that say "we charge". */
const ours: readonly BillingEvent['key'][] = [
  'renews',
  'renewsCancellable',
  'trial',
  'retryEditable',
  'retryEditableEnds',
  'retry',
  'retryEnds',
];

test('no state says that we charge for a plan that others bill or that is free', () => {
  for (const vendor of subscriptionVendors.filter((name) => name !== 'stripe' && name !== 'chargebee')) {
    for (const state of profileStates) {
      expect(ours, `${vendor}, ${state}`).not.toContain(
        nextBillingEvent(buildProfile({ state, subscription: { ...grace, vendor } }))?.key,
      );
    }
  }
});

test('a failed payment names the store', () => {
  for (const state of ['grace_period', 'billing_retry_period'] as const) {
    expect(nextBillingEvent(buildProfile({ state, subscription: { ...grace, vendor: 'apple' } }))).toEqual({
      key: 'appStoreIssue',
    });
    expect(nextBillingEvent(buildProfile({ state, subscription: { ...grace, vendor: 'android' } }))).toEqual({
      key: 'playStoreIssue',
    });
  }
});

test('there is no event without its date or price', () => {
  for (const vendor of ['chargebee', 'platform_payment', 'unknown'] as const) {
    expect(nextBillingEvent(buildProfile({ subscription: { ...dates, vendor, price: null } })), vendor).toBeNull();
    expect(nextBillingEvent(buildProfile({ subscription: { vendor, billing_date: null } })), vendor).toBeNull();
  }
  expect(nextBillingEvent(buildProfile({ subscription: { vendor: 'promocode', expiration_date: null } }))).toBeNull();
  expect(nextBillingEvent(buildProfile({ state: 'canceled', subscription: { expiration_date: null } }))).toBeNull();
  expect(nextBillingEvent(buildProfile({ subscription: null }))).toBeNull();
});
