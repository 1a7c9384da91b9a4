import { expect, test } from 'vitest';
import {
  type ProfileState,
  type ProfileType,
  paymentMethodVendors,
  profileStates,
  profileTypes,
  type SubscriptionVendor,
  subscriptionVendors,
} from '#shared/wire-values.ts';
import { type CancelWay, cancelWay } from '../../../client/src/features/billing/cancel-way.ts';
import { countGraceDays } from '../../../client/src/features/billing/grace-days.ts';
import { isRenewed } from '../../../client/src/features/billing/is-renewed.ts';
import { type PlanAction, planAction } from '../../../client/src/features/billing/plan-action.ts';
import { type PlanBadge, planBadge } from '../../../client/src/features/billing/plan-badge.ts';
import { type PlanDate, planDate } from '../../../client/src/features/billing/plan-date.ts';
import { planLook } from '../../../client/src/features/billing/plan-look.ts';
import { profileOf } from '../profile/profile-of.ts';

const now = new Date('2026-11-20T12:00:00Z');
const billing = new Date('2026-12-14T12:00:00Z');
const expiration = new Date('2027-01-02T12:00:00Z');
const dates = { billing_date: billing.toISOString(), expiration_date: expiration.toISOString() };
const activating = { subscriptionActivationInProgress: true };

test.each([
  ['2026-11-20T12:00:00Z', 0],
  ['2026-11-21T11:59:59Z', 0],
  ['2026-11-21T12:00:00Z', 1],
  ['2026-11-25T13:00:00Z', 5],
  ['2026-11-19T12:00:00Z', 0],
])('until %s there are %s whole days of grace', (end, days) => {
  expect(countGraceDays(new Date(end), now)).toBe(days);
});

const badges: Record<ProfileState, PlanBadge | null> = {
  unknown_profile_state: null,
  new_account: null,
  active: null,
  canceled: null,
  expired: null,
  billing_retry_period: null,
  grace_period: { kind: 'grace', days: 5 },
  trial: { kind: 'trial' },
};

test('every state has its badge, and an activation in progress stands over all', () => {
  expect(Object.keys(badges)).toEqual([...profileStates]);
  const end_grace_period_date = '2026-11-25T18:00:00Z';
  for (const state of profileStates) {
    expect(planBadge(profileOf({ state, subscription: { end_grace_period_date } }), now), state).toEqual(badges[state]);
    expect(planBadge(profileOf({ state, subscription: activating }), now), state).toEqual({ kind: 'syncing' });
  }
  expect(planBadge(profileOf({ state: 'grace_period' }), now)).toBeNull();
  expect(planBadge(profileOf({ subscription: null }), now)).toBeNull();
});

const byState: Record<ProfileState, PlanDate> = {
  unknown_profile_state: { label: 'next', date: billing },
  new_account: { label: 'next', date: billing },
  active: { label: 'next', date: billing },
  canceled: { label: 'expires', date: expiration },
  expired: { label: 'expired', date: expiration },
  billing_retry_period: { label: 'attempt', date: billing },
  grace_period: { label: 'attempt', date: billing },
  trial: { label: 'postTrial', date: billing },
};

test('every state of a bought plan has its date line', () => {
  expect(Object.keys(byState)).toEqual([...profileStates]);
  for (const state of profileStates) {
    expect(planDate(profileOf({ state, subscription: dates })), state).toEqual(byState[state]);
  }
});

const unlimited: PlanDate = { label: 'expires', date: null };
const next: PlanDate = { label: 'next', date: billing };

const byType: Record<ProfileType, PlanDate | null> = {
  unknown_profile_type: next,
  free: next,
  subscription: next,
  pay_as_you_go: null,
  promo: { label: 'expires', date: expiration },
  setapp: next,
  guest: next,
  diia: next,
};

test('every type has its date line', () => {
  expect(Object.keys(byType)).toEqual([...profileTypes]);
  for (const type of profileTypes) {
    expect(planDate(profileOf({ type, subscription: dates })), type).toEqual(byType[type]);
    expect(planDate(profileOf({ type, subscription: { ...dates, ...activating } })), `${type}, activating`).toBeNull();
    expect(planDate(profileOf({ type, diia_verified: true, subscription: dates })), `${type}, verified`).toEqual(
      unlimited,
    );
    expect(planDate(profileOf({ type, subscription: null })), `${type}, no subscription`).toBeNull();
  }
});

test('a subscription from a promo code expires and is never billed, whatever the type', () => {
  const profileIn = (state: ProfileState) => profileOf({ state, subscription: { ...dates, vendor: 'promocode' } });
  for (const state of profileStates) {
    const label = state === 'expired' ? 'expired' : 'expires';
    expect(planDate(profileIn(state)), state).toEqual({ label, date: expiration });
  }
});

test('a free account that once had a plan has no date line', () => {
  expect(planDate(profileOf({ type: 'free', subscription: { ...dates, hasActiveSubscription: false } }))).toBeNull();
});

test('what is not billed again expires', () => {
  const subscription = { ...dates, billing_date: null };
  expect(planDate(profileOf({ subscription }))).toEqual({ label: 'expires', date: expiration });
  expect(planDate(profileOf({ subscription: { ...subscription, expiration_date: null } }))).toBeNull();
});

test('a cancelled plan without an end of its own ends when it would have been billed', () => {
  const subscription = { ...dates, expiration_date: null };
  expect(planDate(profileOf({ state: 'canceled', subscription }))).toEqual({ label: 'expires', date: billing });
});

test('paying as one goes, the balance has the date', () => {
  const profile = profileOf({
    type: 'pay_as_you_go',
    subscription: null,
    pay_as_you_go_profile: { balance: '4.20', expiration_date: expiration.toISOString() },
  });
  expect(planDate(profile)).toEqual({ label: 'expires', date: expiration });
});

interface Flags {
  readonly cancellable: PlanAction | null;
  readonly renewable: PlanAction | null;
  readonly neither: PlanAction | null;
}
const byFlags: Flags = { cancellable: 'cancel', renewable: 'renew', neither: null };
const always = (action: PlanAction | null): Flags => ({ cancellable: action, renewable: action, neither: action });

const actions: Record<ProfileType, Flags> = {
  unknown_profile_type: byFlags,
  free: always('upgrade'),
  subscription: byFlags,
  pay_as_you_go: byFlags,
  promo: byFlags,
  setapp: always('manage'),
  guest: byFlags,
  diia: always(null),
};

const circumstances = { anonymousEmailDomain: 'anonymous.skerry.example', verifying: false };

test('every type, state and vendor has its one action by the flags of the subscription', () => {
  expect(Object.keys(actions)).toEqual([...profileTypes]);
  for (const type of profileTypes) {
    for (const state of profileStates) {
      for (const vendor of subscriptionVendors) {
        const act = (subscriptionCancellable: boolean, subscriptionRenewable: boolean) =>
          planAction(
            profileOf({ type, state, subscription: { vendor, subscriptionCancellable, subscriptionRenewable } }),
            circumstances,
          );
        const where = `${type}, ${state}, ${vendor}`;
        expect(act(true, false), `${where}, cancellable`).toBe(actions[type].cancellable);
        expect(act(false, true), `${where}, renewable`).toBe(actions[type].renewable);
        expect(act(true, true), `${where}, both`).toBe(actions[type].renewable);
        expect(act(false, false), `${where}, neither`).toBe(actions[type].neither);
      }
    }
  }
});

test('no type has an action while activating, while verifying, or without a person behind it', () => {
  for (const type of profileTypes) {
    expect(planAction(profileOf({ type, subscription: activating }), circumstances), type).toBeNull();
    expect(planAction(profileOf({ type }), { ...circumstances, verifying: true }), type).toBeNull();
    expect(planAction(profileOf({ type, email: 'x1@anonymous.skerry.example' }), circumstances), type).toBeNull();
  }
});

test.each([
  [true, true, false],
  [true, false, true],
  // An upstream that leaves out what is false.
  [true, undefined, true],
  [false, false, false],
  [false, undefined, false],
])('a plan that is active: %s and renewable: %s has been renewed: %s', (active, renewable, renewed) => {
  const subscription = { hasActiveSubscription: active, subscriptionRenewable: renewable };
  expect(isRenewed(profileOf({ subscription }))).toBe(renewed);
});

test('an account without a subscription has not been renewed', () => {
  expect(isRenewed(profileOf({ subscription: null }))).toBe(false);
});

const ways: Record<SubscriptionVendor, CancelWay> = {
  unknown: 'here',
  stripe: 'here',
  apple: 'appStore',
  android: 'playStore',
  platform_payment: 'here',
  promocode: 'here',
  chargebee: 'here',
  diia: 'here',
};

test('what a store has sold is cancelled in the store', () => {
  expect(Object.keys(ways)).toEqual([...subscriptionVendors]);
  for (const vendor of subscriptionVendors)
    expect(cancelWay(profileOf({ subscription: { vendor } })), vendor).toBe(ways[vendor]);
});

test('what is paid through a store is cancelled in the store', () => {
  const paidBy = paymentMethodVendors.map((vendor) =>
    cancelWay(
      profileOf({ payment_data: { payment_method_exists: true, payment_method: { vendor, can_edited: false } } }),
    ),
  );
  expect(Object.fromEntries(paymentMethodVendors.map((vendor, index) => [vendor, paidBy[index]]))).toEqual({
    card_vendor: 'here',
    paypal_vendor: 'here',
    apple_pay_vendor: 'here',
    google_pay_vendor: 'here',
    app_store_vendor: 'appStore',
    play_marked_vendor: 'playStore',
    platform_payment_vendor: 'here',
  });
});

const looks: Record<ProfileType, 'plain' | 'rich'> = {
  unknown_profile_type: 'plain',
  free: 'plain',
  subscription: 'rich',
  pay_as_you_go: 'rich',
  promo: 'rich',
  setapp: 'rich',
  guest: 'plain',
  diia: 'rich',
};

test('a plan that costs nothing is a plain card until something is bought', () => {
  expect(Object.keys(looks)).toEqual([...profileTypes]);
  for (const type of profileTypes) {
    expect(planLook(profileOf({ type, subscription: null })), type).toBe(looks[type]);
    expect(planLook(profileOf({ type })), `${type}, bought`).toBe('rich');
    const subscription = { hasActiveSubscription: false, ...activating };
    expect(planLook(profileOf({ type, subscription })), `${type}, activating`).toBe('rich');
  }
});
