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
import { type PlanDate, planDate } from '../../../../client/src/features/billing/plan-date.ts';
import {
  countGraceDays,
  isRenewed,
  type PlanAction,
  type PlanBadge,
  type PlanFact,
  planAction,
  planBadge,
  planCardVariant,
  planFacts,
} from '../../../../client/src/features/billing/plan-rules.ts';
import { type CancellationChannel, cancellationChannel } from '../../../../client/src/profile/biller.ts';
import { buildProfile } from '../../../support/build-profile.ts';

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
    expect(planBadge(buildProfile({ state, subscription: { end_grace_period_date } }), now), state).toEqual(
      badges[state],
    );
    expect(planBadge(buildProfile({ state, subscription: activating }), now), state).toEqual({ kind: 'syncing' });
  }
  expect(planBadge(buildProfile({ state: 'grace_period' }), now)).toBeNull();
  expect(planBadge(buildProfile({ subscription: null }), now)).toBeNull();
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
    expect(planDate(buildProfile({ state, subscription: dates })), state).toEqual(byState[state]);
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
    expect(planDate(buildProfile({ type, subscription: dates })), type).toEqual(byType[type]);
    expect(
      planDate(buildProfile({ type, subscription: { ...dates, ...activating } })),
      `${type}, activating`,
    ).toBeNull();
    expect(planDate(buildProfile({ type, diia_verified: true, subscription: dates })), `${type}, verified`).toEqual(
      unlimited,
    );
    expect(planDate(buildProfile({ type, subscription: null })), `${type}, no subscription`).toBeNull();
  }
});

test('a subscription from a promo code expires and is never billed, whatever the type', () => {
  const profileIn = (state: ProfileState) => buildProfile({ state, subscription: { ...dates, vendor: 'promocode' } });
  for (const state of profileStates) {
    const label = state === 'expired' ? 'expired' : 'expires';
    expect(planDate(profileIn(state)), state).toEqual({ label, date: expiration });
  }
});

test('a free account that once had a plan has no date line', () => {
  expect(planDate(buildProfile({ type: 'free', subscription: { ...dates, hasActiveSubscription: false } }))).toBeNull();
});

test('what is not billed again expires', () => {
  const subscription = { ...dates, billing_date: null };
  expect(planDate(buildProfile({ subscription }))).toEqual({ label: 'expires', date: expiration });
  expect(planDate(buildProfile({ subscription: { ...subscription, expiration_date: null } }))).toBeNull();
});

test('a cancelled plan without an end of its own ends when it would have been billed', () => {
  const subscription = { ...dates, expiration_date: null };
  expect(planDate(buildProfile({ state: 'canceled', subscription }))).toEqual({ label: 'expires', date: billing });
});

test('paying as one goes, the balance has the date', () => {
  const profile = buildProfile({
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
            buildProfile({ type, state, subscription: { vendor, subscriptionCancellable, subscriptionRenewable } }),
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
    expect(planAction(buildProfile({ type, subscription: activating }), circumstances), type).toBeNull();
    expect(planAction(buildProfile({ type }), { ...circumstances, verifying: true }), type).toBeNull();
    expect(planAction(buildProfile({ type, email: 'x1@anonymous.skerry.example' }), circumstances), type).toBeNull();
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
  expect(isRenewed(buildProfile({ subscription }))).toBe(renewed);
});

test('an account without a subscription has not been renewed', () => {
  expect(isRenewed(buildProfile({ subscription: null }))).toBe(false);
});

const ways: Record<SubscriptionVendor, CancellationChannel> = {
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
    expect(cancellationChannel(buildProfile({ subscription: { vendor } })), vendor).toBe(ways[vendor]);
});

test('what is paid through a store is cancelled in the store', () => {
  const paidBy = paymentMethodVendors.map((vendor) =>
    cancellationChannel(
      buildProfile({ payment_data: { payment_method_exists: true, payment_method: { vendor, can_edited: false } } }),
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
    expect(planCardVariant(buildProfile({ type, subscription: null })), type).toBe(looks[type]);
    expect(planCardVariant(buildProfile({ type })), `${type}, bought`).toBe('rich');
    const subscription = { hasActiveSubscription: false, ...activating };
    expect(planCardVariant(buildProfile({ type, subscription })), `${type}, activating`).toBe('rich');
  }
});

const factsOf = (change: Parameters<typeof buildProfile>[0]) => {
  const profile = buildProfile(change);
  return planFacts(profile, planDate(profile));
};

const factsByType: Record<ProfileType, PlanFact[]> = {
  unknown_profile_type: ['price', 'date'],
  free: ['price', 'date'],
  subscription: ['price', 'date'],
  pay_as_you_go: ['balance'],
  promo: ['date'],
  setapp: ['date'],
  guest: ['price', 'date'],
  diia: ['price', 'date'],
};

test('every type tells its facts, at most two', () => {
  expect(Object.keys(factsByType)).toEqual([...profileTypes]);
  for (const type of profileTypes) expect(factsOf({ type }), type).toEqual(factsByType[type]);
});

test('a price is told where it will be taken, and only there', () => {
  expect(factsOf({ state: 'trial' })).toEqual(['price', 'date']);
  expect(factsOf({ state: 'grace_period' })).toEqual(['date']);
  expect(factsOf({ state: 'canceled' })).toEqual(['date']);
  expect(factsOf({ diia_verified: true })).toEqual(['date']);
  expect(factsOf({ subscription: { subscriptionActivationInProgress: true } })).toEqual(['price']);
  expect(factsOf({ subscription: { price: { currency: 'EUR', amount: '0' } } })).toEqual(['date']);
});
