import { describe, expect, test } from 'vitest';
import type { PaymentMethod, Profile, Subscription } from '#shared/profile.ts';
import { profileStates, profileTypes, subscriptionVendors } from '#shared/wire-values.ts';
import { countGraceDays, describePlan } from '../../../../client/src/features/billing/describe-plan.ts';
import {
  isCanceled,
  isRenewed,
  wasCanceledBefore,
  wasRenewedBefore,
} from '../../../../client/src/features/billing/plan-status.ts';
import type { PlanSentence, PlanView } from '../../../../client/src/features/billing/plan-view.ts';
import {
  type CancellationChannel,
  cancellationChannel,
  findBiller,
  isBilled,
} from '../../../../client/src/profile/biller.ts';
import { buildProfile } from '../../../support/build-profile.ts';

const now = new Date(2026, 10, 20, 12);
const day = (days: number, hours = 0): string =>
  new Date(now.getTime() + (days * 24 + hours) * 3_600_000).toISOString();
const context = { anonymousEmailDomain: 'anonymous.skerry.example', verifying: false, now };

const view = (change: Parameters<typeof buildProfile>[0]): PlanView => describePlan(buildProfile(change), context);
const keysOf = ({ sentences }: PlanView): string[] => sentences.map(({ key }) => key);

const moments = { past: day(-10), earlierToday: day(0, -3), laterToday: day(0, 3), future: day(10) } as const;
const dates = [null, ...Object.values(moments)];
const flags = [false, true];

const methods: readonly (PaymentMethod | null)[] = [
  null,
  { vendor: 'card_vendor', can_edited: true },
  { vendor: 'card_vendor', can_edited: false },
  { vendor: 'app_store_vendor', can_edited: false },
];

/** A profile, and whether the page was opened with a `diia_success_url`. */
interface Case {
  readonly profile: Profile;
  readonly verifying: boolean;
}

/** Every case of the matrix: type × state × vendor × verified × flags × dates × method × payment status × verifying. */
function* matrix(): Generator<Case> {
  const subscriptions: (Subscription | null)[] = [null];
  for (const vendor of subscriptionVendors)
    for (const hasActiveSubscription of flags)
      for (const subscriptionCancellable of flags)
        for (const subscriptionRenewable of flags)
          for (const billing_date of dates)
            for (const expiration_date of dates)
              subscriptions.push(
                buildProfile({
                  subscription: {
                    vendor,
                    hasActiveSubscription,
                    subscriptionCancellable,
                    subscriptionRenewable,
                    billing_date,
                    expiration_date,
                  },
                }).subscription ?? null,
              );
  let round = 0;
  for (const type of profileTypes)
    for (const state of profileStates)
      for (const diia_verified of flags)
        for (const subscription of subscriptions) {
          // The remaining dimensions take turns: each meets every combination of the others many times.
          round += 1;
          const payment_method = methods[round % 4] ?? null;
          const profile = {
            ...buildProfile({ type, state, diia_verified }),
            subscription: subscription && {
              ...subscription,
              end_grace_period_date: dates[round % 5] ?? null,
              subscriptionActivationInProgress: round % 17 === 0,
              ...(round % 13 === 0 && { price: null }),
            },
            payment_data: {
              payment_method,
              payment_method_exists: payment_method !== null,
              payment_status: round % 3 === 0 ? 'failed' : 'succeeded',
              payment_status_msg: round % 6 === 0 ? 'Your card was declined.' : '',
            },
            email: round % 19 === 0 ? 'x1@anonymous.skerry.example' : 'anna@example.com',
            pay_as_you_go_profile: { balance: '100', expiration_date: dates[round % 5] ?? null },
          };
          yield { profile, verifying: round % 11 === 0 };
        }
}

const startOfToday = new Date(now).setHours(0, 0, 0, 0);
const endOfToday = new Date(now).setHours(24, 0, 0, 0);

/** Sentences and labels about the past or the future. */
const pastLabels = ['wasDue', 'expired'];
const pastSentences = ['graceOver'];

/** Sentences that need an action on the card. */
const needed: Partial<Record<PlanSentence['key'], readonly PlanView['action'][]>> = {
  citizenCancel: ['cancel'],
  changeThere: ['cancel', 'manage'],
  cancelBefore: ['cancel'],
  cancelAnytime: ['cancel'],
  trialCancel: ['cancel'],
  renewToKeep: ['renew'],
  renewToReturn: ['renew'],
  choosePlan: ['seePlans'],
  choosePlanLater: [null],
};
const needsDate: readonly PlanSentence['key'][] = ['cancelBefore', 'trialCancel', 'thenFree', 'renews'];
/** Sentences that contradict each other. */
const rivals: readonly (readonly PlanSentence['key'][])[] = [
  ['nothingBilled', 'noMoreCharges', 'thenFree', 'renews', 'trial', 'stillPaid', 'stillPaidOn', 'payOrEnds'],
  ['cancelBefore', 'cancelAnytime', 'trialCancel', 'citizenCancel', 'noMoreCharges', 'changeThere', 'nothingBilled'],
  ['setapp', 'appStore', 'playStore', 'partner', 'renews'],
  ['payOrEnds', 'payOrEndsBy', 'graceOver', 'renews', 'noMoreCharges'],
  ['ended', 'renews', 'trial', 'syncing', 'renewToKeep'],
];

/** Every rule of the plan card; returns the broken ones. */
function brokenRules({ profile, verifying }: Case, view: PlanView): string[] {
  const { badge, date, facts, sentences, action, issue, variant } = view;
  const broken: string[] = [];
  const rule = (text: string, holds: boolean) => holds || broken.push(text);
  const keys = sentences.map(({ key }) => key);
  const { subscription, type, state } = profile;
  for (const key of keys) {
    const actions = needed[key];
    rule(`“${key}” names an action that is shown`, !actions || actions.includes(action));
    rule(`“${key}” refers to a date that is shown`, !needsDate.includes(key) || date?.date != null);
  }
  for (const group of rivals) rule(`only one of ${group}`, keys.filter((key) => group.includes(key)).length <= 1);
  rule('no sentence twice', new Set(keys).size === keys.length);
  if (date?.date) {
    const past = pastLabels.includes(date.label);
    rule('a past date is in the past tense', date.date.getTime() >= startOfToday || past);
    rule('a future date is not in the past tense', date.date.getTime() < endOfToday || !past);
  }
  for (const sentence of sentences) {
    if (!sentence.date) continue;
    const past = pastSentences.includes(sentence.key);
    rule('a sentence about a past date is in the past tense', past === sentence.date.getTime() < startOfToday);
    rule('no date twice', sentence.date.toDateString() !== date?.date?.toDateString());
  }
  rule('at most two facts', facts.length <= 2);
  rule('the price is shown once', !facts.includes('price') || date?.label !== 'attempt');
  const payer = findBiller(profile);
  rule('only what we bill “renews”', !keys.includes('renews') || payer === 'us');
  rule(
    'a gift is never billed',
    payer !== 'none' || type === 'setapp' || !['next', 'postTrial', 'attempt', 'wasDue'].includes(date?.label ?? ''),
  );
  rule(
    'a plan that is billed again does not expire',
    date?.label !== 'expires' || date.date === null || !isBilled(profile),
  );
  rule('a plan that is said not to be billed is not billed', !keys.includes('nothingBilled') || !isBilled(profile));
  rule('a canceled or ended plan is not billed', !keys.includes('noMoreCharges') || !facts.includes('price'));
  rule(
    'a canceled or ended plan cannot be canceled',
    !(state === 'canceled' || state === 'expired') || action !== 'cancel',
  );
  rule('a failed payment is not called a renewal', issue === null || !keys.includes('renews'));
  rule('a plain card shows nothing else', variant === 'rich' || (sentences.length === 0 && date === null && !badge));
  rule(
    'an activation shows nothing else',
    badge?.kind !== 'syncing' || (!action && !date && !issue && keys.length === 1),
  );
  rule(
    'citizens are not asked to buy',
    date?.date !== null || date === null || action === 'cancel' || action === 'manage' || action === null,
  );
  rule('a grace badge is not shown after the end', badge?.kind !== 'grace' || !keys.includes('graceOver'));
  rule('an issue says how to settle what is due', issue?.remedy !== 'none' || issue.amount === null);
  rule(
    '“change your method” only if it can be changed',
    issue?.remedy !== 'changeMethod' || profile.payment_data?.payment_method?.can_edited === true,
  );
  rule(
    '“plan will end” comes with the issue',
    !keys.some((key) => key.startsWith('payOrEnds')) || (issue !== null && issue.remedy !== 'none'),
  );
  rule('there is no action during a verification', !verifying || action === null);
  const hidden =
    verifying || type === 'diia' || profile.email.startsWith('x1@') || subscription?.subscriptionActivationInProgress;
  const over =
    !subscription?.hasActiveSubscription &&
    !subscription?.subscriptionCancellable &&
    !subscription?.subscriptionRenewable;
  const free = type === 'setapp' || date?.date === null || state === 'grace_period' || state === 'billing_retry_period';
  rule(
    'a user without a plan can get one',
    Boolean(hidden) || !over || free || action === 'seePlans' || action === 'upgrade',
  );
  return broken;
}

test('no combination of profile fields contradicts itself', { timeout: 90_000 }, () => {
  const failures = new Map<string, string>();
  let count = 0;
  for (const each of matrix()) {
    count += 1;
    const { profile, verifying } = each;
    const shown = describePlan(profile, { ...context, verifying });
    for (const rule of brokenRules(each, shown)) {
      if (failures.has(rule)) continue;
      const { type, state, diia_verified, subscription, payment_data } = profile;
      failures.set(rule, JSON.stringify({ shown, verifying, type, state, diia_verified, subscription, payment_data }));
    }
  }
  expect(Object.fromEntries(failures)).toEqual({});
  expect(count).toBeGreaterThan(100_000);
});

test('every sentence, label, badge, action and remedy occurs', { timeout: 90_000 }, () => {
  const seen = { sentences: new Set(), labels: new Set(), badges: new Set(), actions: new Set(), remedies: new Set() };
  for (const { profile, verifying } of matrix()) {
    const { sentences, date, badge, action, issue } = describePlan(profile, { ...context, verifying });
    for (const { key } of sentences) seen.sentences.add(key);
    seen.labels.add(date?.label);
    seen.badges.add(badge?.kind);
    seen.actions.add(action);
    seen.remedies.add(issue?.remedy);
  }
  expect(Object.fromEntries(Object.entries(seen).map(([name, values]) => [name, values.size]))).toEqual({
    sentences: 26,
    labels: 7,
    badges: 4,
    actions: 6,
    remedies: 7,
  });
});

test.each([
  [day(0), 0],
  [day(1, -1), 0],
  [day(1), 1],
  [day(5, 1), 5],
  [day(-1), 0],
])('until %s there are %s days of grace', (end, days) => {
  expect(countGraceDays(new Date(end), now)).toBe(days);
});

const billing_date = moments.future;
const expiration_date = moments.future;

test.each([
  ['active', { state: 'active' }, 'next', ['renews', 'cancelBefore'], 'cancel'],
  ['trial', { state: 'trial' }, 'postTrial', ['trial', 'trialCancel'], 'cancel'],
  ['payment retry', { state: 'billing_retry_period' }, 'attempt', ['payOrEnds'], 'cancel'],
] as const)('%s: label, sentences and action', (_, change, label, keys, action) => {
  const shown = view({ ...change, subscription: { billing_date } });
  expect([shown.date?.label, keysOf(shown), shown.action]).toEqual([label, keys, action]);
});

test('a canceled plan expires, and once its day has passed it has expired', () => {
  const subscription = { expiration_date, subscriptionCancellable: false, subscriptionRenewable: true };
  const shown = view({ state: 'canceled', subscription });
  expect([shown.date?.label, keysOf(shown), shown.action]).toEqual([
    'expires',
    ['noMoreCharges', 'renewToKeep'],
    'renew',
  ]);
  const past = view({ state: 'canceled', subscription: { ...subscription, expiration_date: moments.past } });
  expect([past.date?.label, keysOf(past)]).toEqual(['expired', ['noMoreCharges', 'renewToReturn']]);
});

test('a canceled plan that cannot be renewed says that another one can be chosen after its end', () => {
  const subscription = { expiration_date, subscriptionCancellable: false, vendor: 'apple' } as const;
  const shown = view({ state: 'canceled', subscription });
  expect([keysOf(shown), shown.action]).toEqual([['noMoreCharges', 'choosePlanLater'], null]);
  const over = view({ state: 'canceled', subscription: { ...subscription, expiration_date: moments.past } });
  expect([keysOf(over), over.action]).toEqual([['noMoreCharges', 'choosePlan'], 'seePlans']);
  // Nothing is for sale during a verification.
  const renewable = buildProfile({ state: 'canceled', subscription: { ...subscription, subscriptionRenewable: true } });
  expect(keysOf(describePlan(renewable, { ...context, verifying: true }))).toEqual(['noMoreCharges']);
  // An anonymous device never has an action.
  const device = view({ state: 'canceled', subscription, email: 'x1@anonymous.skerry.example' });
  expect(keysOf(device)).toEqual(['noMoreCharges']);
});

test.each([
  ['an ended promo', { type: 'promo', state: 'expired', vendor: 'promocode' }, 'expired', ['choosePlan']],
  [
    'an expired plan',
    { type: 'subscription', state: 'expired', vendor: 'chargebee' },
    'expired',
    ['noMoreCharges', 'choosePlan'],
  ],
] as const)('%s that cannot be renewed leads to the plans', (_, { vendor, ...change }, label, keys) => {
  const subscription = {
    ...{ vendor, hasActiveSubscription: false, subscriptionCancellable: false },
    ...{ billing_date: null, expiration_date: moments.past },
  };
  const shown = view({ ...change, subscription });
  expect([shown.date?.label, keysOf(shown), shown.action]).toEqual([label, keys, 'seePlans']);
});

test('guests and pay-as-you-go users can see plans, free users upgrade, devices have no action', () => {
  expect(view({ type: 'guest', subscription: null }).action).toBe('seePlans');
  expect(view({ type: 'pay_as_you_go', subscription: null }).action).toBe('seePlans');
  expect(view({ type: 'free', subscription: null }).action).toBe('upgrade');
  expect(view({ type: 'free', subscription: null, email: 'x1@anonymous.skerry.example' }).action).toBeNull();
});

test('a plan has no action, and no sentence names one, during a verification', () => {
  const shown = describePlan(buildProfile({ subscription: { billing_date } }), { ...context, verifying: true });
  expect([shown.action, keysOf(shown)]).toEqual([null, ['renews']]);
});

test('a verified citizen who still pays sees the charges and can cancel', () => {
  const shown = view({ diia_verified: true, subscription: { billing_date } });
  expect(shown).toMatchObject({ date: { label: 'expires', date: null }, facts: ['date'], action: 'cancel' });
  expect(keysOf(shown)).toEqual(['citizen', 'stillPaidOn', 'citizenCancel']);
});

test('a verified citizen who paid in advance, or got a promo, has nothing to cancel', () => {
  const paidInAdvance = view({ diia_verified: true, subscription: { billing_date: null, expiration_date } });
  const promo = view({ diia_verified: true, type: 'promo', subscription: { billing_date } });
  for (const shown of [paidInAdvance, promo])
    expect([keysOf(shown), shown.action]).toEqual([['citizen', 'nothingBilled'], null]);
});

test('a Setapp plan that expires is not called billed', () => {
  const shown = view({ type: 'setapp', subscription: { vendor: 'unknown', billing_date: null, expiration_date } });
  expect([shown.date?.label, keysOf(shown), shown.action]).toEqual(['expires', [], 'manage']);
});

test('a plan whose payment failed does not expire by itself', () => {
  const shown = view({ state: 'grace_period', subscription: { billing_date: null, expiration_date } });
  expect([shown.date, keysOf(shown)]).toEqual([null, ['payOrEnds']]);
});

const card = (can_edited: boolean) => ({
  payment_method_exists: true,
  payment_method: { vendor: 'card_vendor', can_edited } as const,
  payment_status: 'failed',
  payment_status_msg: 'Your card has expired.',
});

test('a failed payment has the bank’s reason, the amount and a remedy', () => {
  const price = { currency: 'EUR', amount: '2499' };
  const issueOf = (change: Parameters<typeof buildProfile>[0]) => view(change).issue;
  const reason = 'Your card has expired.';
  expect(issueOf({ state: 'grace_period', payment_data: card(true) })).toEqual({
    remedy: 'changeMethod',
    reason,
    amount: price,
  });
  expect(issueOf({ state: 'active', payment_data: card(false) })?.remedy).toBe('support');
  expect(issueOf({ payment_data: card(true), subscription: { vendor: 'apple' } })?.remedy).toBe('appStore');
  expect(issueOf({ payment_data: card(true), subscription: { vendor: 'android' } })?.remedy).toBe('playStore');
  expect(issueOf({ payment_data: card(true), subscription: { vendor: 'platform_payment' } })?.remedy).toBe('elsewhere');
  expect(issueOf({ state: 'canceled', payment_data: card(true) })).toEqual({ remedy: 'none', reason, amount: null });
  expect(issueOf({ payment_data: { ...card(true), payment_status: 'succeeded' } })).toBeNull();
});

test('the grace badge disappears with the last day', () => {
  const badgeAt = (end_grace_period_date: string) =>
    view({ state: 'grace_period', subscription: { end_grace_period_date } }).badge;
  expect(badgeAt(day(5, 2))).toEqual({ kind: 'grace', days: 5 });
  expect(badgeAt(moments.laterToday)).toEqual({ kind: 'grace', days: 0 });
  expect(badgeAt(moments.past)).toBeNull();
});

test.each([
  [true, true, false],
  [true, false, true],
  // The upstream may omit fields that are false.
  [true, undefined, true],
  [false, false, false],
  [false, undefined, false],
])('a plan with active %s and renewable %s was renewed: %s', (active, renewable, renewed) => {
  const subscription = { hasActiveSubscription: active, subscriptionRenewable: renewable };
  expect(isRenewed(buildProfile({ subscription }))).toBe(renewed);
});

test.each([
  ['says so', true, { state: 'canceled', subscription: { subscriptionCancellable: true } }],
  ['has a subscription that cannot be canceled', true, { subscription: { subscriptionCancellable: false } }],
  ['has a subscription that can be canceled', false, { subscription: { subscriptionCancellable: true } }],
  ['has no subscription, of a free account', true, { type: 'free', subscription: null }],
  ['lacks its subscription', false, { type: 'subscription', subscription: null }],
  ['lacks its type, too', false, { type: 'unknown_profile_type', subscription: null }],
] as const)('a profile that %s shows a cancellation: %s', (_, shown, change) => {
  expect(isCanceled(buildProfile(change))).toBe(shown);
});

describe('a refused write was done before', () => {
  const renewed = { hasActiveSubscription: true, subscriptionRenewable: false };
  const before = buildProfile({ subscription: { id: 'plan', subscriptionRenewable: true } });

  test.each([
    ['of the renewed plan', true, { state: 'active', subscription: renewed }],
    ['of a plan that waits for its payment', false, { state: 'grace_period', subscription: renewed }],
    [
      'of a failed payment',
      false,
      {
        state: 'active',
        subscription: renewed,
        payment_data: { payment_method_exists: true, payment_status: 'failed' },
      },
    ],
    ['of a plan that can no longer be renewed', false, { state: 'canceled', subscription: renewed }],
    ['of a plan that was bought instead', false, { state: 'active', subscription: { ...renewed, id: 'next' } }],
    [
      'of a plan that was bought under the same id',
      false,
      { state: 'active', subscription: { ...renewed, sku: 'next' } },
    ],
    ['without a subscription', false, { state: 'active', subscription: null }],
  ] as const)('renewal, profile %s: %s', (_, expected, { subscription, ...change }) => {
    const profile = buildProfile({ ...change, subscription: subscription && { id: 'plan', ...subscription } });
    expect(wasRenewedBefore(before)(profile)).toBe(expected);
  });

  test('renewal, of a plan that could not be renewed when it was pressed: false', () => {
    const profile = buildProfile({ state: 'active', subscription: { id: 'plan', ...renewed } });
    expect(wasRenewedBefore(profile)(profile)).toBe(false);
  });

  test.each([
    ['of the canceled plan', true, { state: 'canceled', subscription: { id: 'plan' } }],
    [
      'of a plan that can no longer be canceled',
      false,
      { subscription: { id: 'plan', subscriptionCancellable: false } },
    ],
    ['of another canceled plan', false, { state: 'canceled', subscription: { id: 'next' } }],
    ['without a subscription', false, { state: 'canceled', subscription: null }],
  ] as const)('cancellation, profile %s: %s', (_, expected, change) => {
    expect(wasCanceledBefore(before)(buildProfile(change))).toBe(expected);
  });
});

test('a subscription sold or paid through a store is canceled in the store', () => {
  const channels: Record<string, CancellationChannel> = {};
  for (const vendor of subscriptionVendors)
    channels[vendor] = cancellationChannel(buildProfile({ subscription: { vendor } }));
  expect(channels).toEqual({
    ...Object.fromEntries(subscriptionVendors.map((vendor) => [vendor, 'here'])),
    apple: 'appStore',
    android: 'playStore',
  });
  const paidBy = (vendor: PaymentMethod['vendor']) =>
    cancellationChannel(
      buildProfile({ payment_data: { payment_method_exists: true, payment_method: { vendor, can_edited: false } } }),
    );
  expect([paidBy('app_store_vendor'), paidBy('play_marked_vendor'), paidBy('card_vendor')]).toEqual([
    'appStore',
    'playStore',
    'here',
  ]);
});
