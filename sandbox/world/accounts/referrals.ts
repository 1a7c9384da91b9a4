import type { AccountSeed, DaysFromNow } from '../account.ts';
import { createSubscription, visaCard } from '../plans.ts';

const group = 'Refer a friend';

const limit = 5;

const active = (email: string, count: number, at: DaysFromNow, description: string): AccountSeed => ({
  email,
  group,
  description,
  type: 'subscription',
  subscription: createSubscription(email, 'power-user-1m', { billingAt: at(20) }),
  payment: { method: visaCard, status: 'succeeded', message: '' },
  referral: { count, limit },
});

const newAccount = (email: string, count: number, description: string): AccountSeed => ({
  email,
  group,
  description,
  state: 'new_account',
  referral: { count, limit },
});

export const referralAccounts = (at: DaysFromNow): AccountSeed[] => [
  active('referral-active-0@example.com', 0, at, 'Active, no invites used: five more invites.'),
  active('referral-active-3@example.com', 3, at, 'Active, three of five: three icons lit, two more invites.'),
  active('referral-active-4@example.com', 4, at, 'Active, four of five: “One more invite available”.'),
  active('referral-active-5@example.com', 5, at, 'Active, all five used: the banner with the affiliate link.'),
  {
    ...active('referral-canceled-5@example.com', 5, at, 'Canceled, usable for nine more days, all five invites used.'),
    state: 'canceled',
    subscription: createSubscription('referral-canceled-5@example.com', 'power-user-1m', {
      expiresAt: at(9.5),
      cancellable: false,
      renewable: true,
    }),
  },
  newAccount('referral-new-0@example.com', 0, 'New account, no invites used.'),
  newAccount('referral-new-3@example.com', 3, 'New account, three of five: 50% off.'),
  newAccount('referral-new-5@example.com', 5, 'New account, all five used: congratulations and an Upgrade link.'),
];
