import type { AccountSeed, DaysFromNow } from '../account.ts';
import { createSubscription, visaCard } from '../plans.ts';
import { computer, phone } from './devices.ts';

const group = 'Start here';

/** The two accounts to start with. */
export const everydayAccounts = (at: DaysFromNow): AccountSeed[] => [
  {
    email: 'anna.lindqvist@example.com',
    group,
    description: 'Power User for three months, paid by card: the whole account with devices and two invited friends.',
    fullName: 'Anna Lindqvist',
    type: 'subscription',
    newsletters: true,
    subscription: createSubscription('anna.lindqvist@example.com', 'power-user-3m', { billingAt: at(24) }),
    payment: { method: visaCard, status: 'succeeded', message: '' },
    devices: [
      computer('anna', 'Anna’s MacBook Pro', 'macos', 'MacBookPro18,3'),
      phone('anna', 'Anna’s iPhone', 'ios', 'iPhone 15'),
      computer('anna', 'Living room PC', 'windows', 'DESKTOP-7Q2K'),
      phone('anna', 'Pixel 8', 'android', 'Pixel 8'),
    ],
    referral: { count: 2, limit: 5 },
  },
  {
    email: 'free@example.com',
    group,
    description: 'Free plan: upgrade link, citizenship block, no payment method, premium locations locked.',
    devices: [phone('free', 'Galaxy S23', 'android', 'SM-S911B')],
  },
];
