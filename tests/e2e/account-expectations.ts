import type { AccountDetails, BillingDetails } from './support/read-sections.ts';

/** What an account shows: its two sections, or the restore dialog. */
export type ExpectedSections = { readonly account: AccountDetails; readonly billing: BillingDetails } | 'restore';

const byEmail = { signIn: 'Email', changesEmail: true } as const;
const active = (plan: string) => ({ ...byEmail, plan, state: 'Active' }) as const;

const freeAccount = { ...byEmail, plan: 'Free', state: 'Active', redeem: true } as const;
const freeBilling = { plan: 'Free', action: 'Upgrade plan', verify: true } as const;
const free: ExpectedSections = { account: freeAccount, billing: freeBilling };
/** A discount replaces the promo code link. */
const withDiscount = (banner: string, state = 'Active'): ExpectedSections => ({
  account: { ...byEmail, plan: 'Free', state },
  billing: { ...freeBilling, banners: [banner] },
});
const signedInWith = (way: string): ExpectedSections => ({
  account: { signIn: way, plan: 'Free', state: 'Active', redeem: true },
  billing: freeBilling,
});

interface Paid {
  readonly plan: string;
  readonly price: string;
  readonly period: 'month' | '3 months';
  readonly method?: string;
}

/** A renewing plan whose payment method can be changed here. */
const paid = ({ plan, price, period, method = 'Visa •••• 4242' }: Paid) => ({
  account: active(plan),
  billing: {
    plan,
    facts: [`Price: ${price} / ${period}`, 'Next billing: DATE'],
    next: 'Your plan renews automatically. You can cancel any time before then.',
    action: 'Cancel subscription',
    method,
    changesMethod: true as const,
  },
});
const powerUser = paid({ plan: 'Power User', price: '€9.99', period: 'month' });
const without = <T extends object, K extends keyof T>(whole: T, ...names: K[]): Omit<T, K> =>
  Object.fromEntries(Object.entries(whole).filter(([name]) => !names.includes(name as K))) as Omit<T, K>;

const issue = ['Payment issue'];
const citizen: ExpectedSections = {
  account: active('Premium'),
  billing: {
    plan: 'Premium',
    facts: ['Expires on: Unlimited'],
    next: 'Premium is yours, free of charge. You won’t be billed.',
  },
};
const setapp: ExpectedSections = {
  account: { signIn: 'Signed in with Setapp', plan: 'Premium with Setapp', state: 'Active' },
  billing: {
    plan: 'Premium with Setapp',
    next: 'Your subscription is billed through Setapp. You can change or cancel it there.',
    action: 'Manage subscription',
  },
};
const canceled = (plan: string): ExpectedSections => ({
  account: { ...byEmail, plan, state: 'Canceled' },
  billing: {
    plan,
    facts: ['Expires on: DATE'],
    next: 'You won’t be charged again. Renew the subscription to keep your plan.',
    action: 'Renew subscription',
  },
});
const grace = (plan: string, price: string, badge: string, next: string): ExpectedSections => ({
  account: { ...byEmail, plan, state: 'Grace period' },
  billing: {
    ...powerUser.billing,
    banners: issue,
    plan,
    badge,
    facts: [`Next billing attempt: ${price} scheduled for DATE`],
    next,
  },
});
const byStore = (method: string, next: string): ExpectedSections => ({
  account: active('Power User'),
  billing: { ...without(powerUser.billing, 'changesMethod'), method, next },
});

/** Every ready-made account of the sandbox. An account missing here fails the test. */
export const expectedSections: Readonly<Record<string, ExpectedSections>> = {
  'anna.lindqvist@example.com': {
    account: { ...active('Power User'), newsletter: true },
    billing: paid({ plan: 'Power User', price: '€24.99', period: '3 months' }).billing,
  },
  'free@example.com': free,

  'new@example.com': { account: { ...freeAccount, state: 'New' }, billing: freeBilling },
  'free-coupon@example.com': withDiscount('Your coupon: 30% off'),
  'free-referrer@example.com': withDiscount('Your reward for inviting friends: 50% off'),
  'free-invited@example.com': withDiscount('A gift from your friend: 20% off'),

  'active-card@example.com': paid({ plan: 'Binge', price: '€7.99', period: 'month', method: 'Mastercard •••• 4444' }),
  'active-paypal@example.com': {
    account: powerUser.account,
    billing: {
      ...powerUser.billing,
      banners: ['PayPal support ends on December 28'],
      method: 'PayPal a***@example.com',
    },
  },
  'active-apple-pay@example.com': paid({ plan: 'Tourist', price: '£12.99', period: '3 months', method: 'Apple Pay' }),
  'active-google-pay@example.com': paid({
    plan: 'Binge',
    price: 'CAD $29.99',
    period: '3 months',
    method: 'Google Pay',
  }),
  'active-stripe@example.com': {
    account: active('Tourist'),
    billing: without(paid({ plan: 'Tourist', price: '$6.49', period: 'month' }).billing, 'changesMethod'),
  },
  'payment-was-due@example.com': {
    account: powerUser.account,
    billing: {
      ...powerUser.billing,
      facts: ['Price: €9.99 / month', 'Payment was due on: DATE'],
      next: 'You can cancel at any time.',
    },
  },
  'trial@example.com': {
    account: { ...byEmail, plan: 'Power User', state: 'Trial period' },
    billing: {
      ...powerUser.billing,
      badge: 'Trial period',
      facts: ['Price: €9.99 / month', 'Post trial billing: DATE'],
      next: 'Your trial is free. Cancel before then and you pay nothing.',
    },
  },
  'canceled@example.com': canceled('Power User'),
  'expired@example.com': {
    account: { ...byEmail, plan: 'Binge', state: 'Expired' },
    billing: {
      plan: 'Binge',
      facts: ['Expired on: DATE'],
      next: 'You won’t be charged again. Renew the subscription to use Premium again.',
      action: 'Renew subscription',
      method: 'Visa •••• 4242',
      changesMethod: true,
      verify: true,
    },
  },
  'expired-not-renewable@example.com': {
    account: { ...byEmail, plan: 'Tourist', state: 'Expired' },
    billing: {
      plan: 'Tourist',
      facts: ['Expired on: DATE'],
      next: 'You won’t be charged again. Choose a plan to use Premium again.',
      action: 'See plans',
      method: 'Visa •••• 4242',
      changesMethod: true,
      verify: true,
    },
  },
  'renewal-refused@example.com': canceled('Binge'),
  'activating@example.com': {
    account: { ...byEmail, plan: 'Power User', state: 'New' },
    billing: {
      plan: 'Power User',
      badge: 'Syncing',
      facts: ['Price: €24.99 / 3 months'],
      next: 'We’re confirming your payment. This usually takes a few minutes; the page updates automatically.',
      verify: true,
    },
  },

  'grace@example.com': grace(
    'Power User',
    '€9.99',
    '5 days of grace period left',
    'If no payment goes through by DATE, your plan will end.',
  ),
  'grace-last-day@example.com': grace(
    'Binge',
    '€7.99',
    'Last day of your grace period',
    'If no payment goes through, your plan will end.',
  ),
  'billing-retry@example.com': {
    account: { ...byEmail, plan: 'Tourist', state: 'Payment issue' },
    billing: {
      ...powerUser.billing,
      banners: issue,
      plan: 'Tourist',
      facts: ['Next billing attempt: €5.99 scheduled for DATE'],
      next: 'If no payment goes through, your plan will end.',
    },
  },
  'payment-failed@example.com': {
    account: { ...byEmail, plan: 'Binge', state: 'Payment issue' },
    billing: {
      ...paid({ plan: 'Binge', price: '€19.99', period: '3 months' }).billing,
      banners: issue,
      next: 'You can cancel any time before then.',
    },
  },
  'payment-failed-app-store@example.com': {
    account: { ...byEmail, plan: 'Power User', state: 'Payment issue' },
    billing: {
      banners: issue,
      plan: 'Power User',
      facts: ['Next billing attempt: €9.99 scheduled for DATE'],
      next: 'If no payment goes through, your plan will end.',
      action: 'Cancel subscription',
      method: 'App Store',
    },
  },
  'payment-failed-play-store@example.com': {
    account: { ...byEmail, plan: 'Power User', state: 'Payment issue' },
    billing: {
      banners: issue,
      plan: 'Power User',
      facts: ['Price: €9.99 / month', 'Payment was due on: DATE'],
      next: 'If no payment goes through, your plan will end.',
      action: 'Cancel subscription',
      method: 'Google Play',
    },
  },
  'grace-over-partner@example.com': {
    account: { ...byEmail, plan: 'Binge', state: 'Grace period' },
    billing: {
      banners: issue,
      plan: 'Binge',
      facts: ['Price: €7.99 / month', 'Payment was due on: DATE'],
      next: 'The grace period ended on DATE.',
      action: 'Cancel subscription',
      method: 'Billed by a partner',
    },
  },
  'ended-unpaid@example.com': {
    account: { ...byEmail, plan: 'Binge', state: 'Expired' },
    billing: {
      banners: issue,
      plan: 'Binge',
      next: 'Your plan has ended. You won’t be charged again. Choose a plan to use Premium again.',
      action: 'See plans',
      method: 'Visa •••• 4242',
      changesMethod: true,
      verify: true,
    },
  },
  'payment-failed-no-method@example.com': {
    account: { ...byEmail, plan: 'Binge', state: 'Grace period' },
    billing: {
      banners: issue,
      plan: 'Binge',
      badge: '3 days of grace period left',
      facts: ['Next billing attempt: €7.99 scheduled for DATE'],
      next: 'If no payment goes through by DATE, your plan will end.',
      action: 'Cancel subscription',
    },
  },

  'app-store@example.com': byStore(
    'App Store',
    'Your subscription is billed through the App Store. You can change or cancel it there.',
  ),
  'play-store@example.com': byStore(
    'Google Play',
    'Your subscription is billed through Google Play. You can change or cancel it there.',
  ),
  'platform@example.com': byStore(
    'Billed by a partner',
    'Your subscription is billed by our partner. You can cancel any time before then.',
  ),
  'app-store-canceled@example.com': {
    account: { ...byEmail, plan: 'Power User', state: 'Canceled' },
    billing: {
      plan: 'Power User',
      facts: ['Expires on: DATE'],
      next: 'You won’t be charged again. When your plan ends, you can choose a new one here.',
    },
  },

  'promo@example.com': {
    account: { ...active('Promo'), redeem: true },
    billing: {
      plan: 'Promo',
      facts: ['Expires on: DATE'],
      next: 'After that, you’ll be on the Free plan, and you won’t be charged.',
    },
  },
  'promo-ended@example.com': {
    account: { ...byEmail, plan: 'Promo', state: 'Expired', redeem: true },
    billing: {
      plan: 'Promo',
      facts: ['Expired on: DATE'],
      next: 'Choose a plan to use Premium again.',
      action: 'See plans',
      verify: true,
    },
  },
  'pay-as-you-go@example.com': {
    account: active('Pay as you go'),
    billing: {
      plan: 'Pay as you go',
      facts: ['Balance: 12.50', 'Expires on: DATE'],
      action: 'See plans',
      verify: true,
    },
  },
  'pay-as-you-go-currency@example.com': {
    account: active('Pay as you go'),
    billing: { plan: 'Pay as you go', facts: ['Balance: $24.80'], action: 'See plans', verify: true },
  },
  'pay-as-you-go-empty@example.com': {
    account: { ...byEmail, plan: 'Pay as you go', state: 'Expired' },
    billing: {
      plan: 'Pay as you go',
      facts: ['Balance: €0.00', 'Expired on: DATE'],
      action: 'See plans',
      verify: true,
    },
  },
  'setapp@example.com': setapp,
  'guest@example.com': {
    account: { signIn: 'Guest account', plan: 'Guest', state: 'Active' },
    billing: { plan: 'Guest', action: 'See plans', verify: true },
  },
  '7f3c9a@anonymous.skerry.example': {
    account: { signIn: 'This device’s account', plan: 'Free', state: 'Active', redeem: true },
    billing: { plan: 'Free' },
  },

  'verify-me@example.com': free,
  'citizen@example.com': citizen,
  'citizen-by-vendor@example.com': citizen,
  'citizen-still-paying@example.com': {
    account: powerUser.account,
    billing: {
      ...powerUser.billing,
      facts: ['Expires on: Unlimited'],
      next: 'Premium is yours, free of charge. Your paid subscription is still active; the next payment is due on DATE. You can cancel it and keep Premium.',
    },
  },
  'citizen-app-store@example.com': {
    account: powerUser.account,
    billing: {
      ...without(powerUser.billing, 'changesMethod'),
      facts: ['Expires on: Unlimited'],
      next: 'Premium is yours, free of charge. Your paid subscription is still active. You can cancel it and keep Premium.',
      method: 'App Store',
    },
  },

  'google@example.com': signedInWith('Signed in with Google'),
  'apple@example.com': signedInWith('Signed in with Apple'),
  'facebook@example.com': signedInWith('Signed in with Facebook'),
  'account-code@example.com': signedInWith('Signed in with an account code'),
  'unverified@example.com': free,
  'no-email@example.com': {
    account: { signIn: 'Email', noEmail: true, plan: 'Free', state: 'Active', redeem: true },
    billing: freeBilling,
  },

  'no-devices@example.com': powerUser,
  'devices-full@example.com': powerUser,
  'one-slot-left@example.com': powerUser,
  'routers@example.com': powerUser,
  'no-slots@example.com': powerUser,
  'many-devices@example.com': powerUser,
  'setapp-full@example.com': setapp,

  'referral-active-0@example.com': powerUser,
  'referral-active-3@example.com': powerUser,
  'referral-active-4@example.com': powerUser,
  'referral-active-5@example.com': powerUser,
  'referral-canceled-5@example.com': canceled('Power User'),
  'referral-new-0@example.com': { account: { ...freeAccount, state: 'New' }, billing: freeBilling },
  'referral-new-3@example.com': withDiscount('Your reward for inviting friends: 50% off', 'New'),
  'referral-new-5@example.com': withDiscount('Your reward for inviting friends: 90% off', 'New'),

  'marked@example.com': 'restore',
  'marked-app-store@example.com': 'restore',
  'marked-play-store@example.com': 'restore',
  'deleted@example.com': 'restore',
  'deleted-for-good@example.com': 'restore',

  'odd-spelling@example.com': signedInWith('Signed in with Google'),
  'odd-default@example.com': free,
  'odd-apple@example.com': signedInWith('Signed in with Apple'),
  'odd-facebook@example.com': signedInWith('Signed in with Facebook'),
  'odd-dates@example.com': {
    account: active('Binge'),
    billing: without(paid({ plan: 'Binge', price: '€7.99', period: 'month' }).billing, 'method', 'changesMethod'),
  },
  'odd-unknown@example.com': {
    account: { ...byEmail, plan: 'Tourist' },
    billing: { plan: 'Tourist', action: 'See plans', verify: true },
  },
  'odd-missing@example.com': {
    account: { signIn: 'Email', plan: 'Free', redeem: true },
    billing: freeBilling,
  },
  'odd-null@example.com': {
    account: { signIn: 'Email', plan: 'Premium', state: 'Active' },
    billing: { plan: 'Premium' },
  },
};
