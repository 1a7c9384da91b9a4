import type { AccountSeed, DaysFromNow } from '../account.ts';

const group = 'Free and new';

export const freeAccounts = (at: DaysFromNow): AccountSeed[] => [
  {
    email: 'new@example.com',
    group,
    description: 'Registered a minute ago: state new_account, no devices; its first visit counts as a sign-up.',
    state: 'new_account',
    registeredAt: at(-1 / 1440),
  },
  {
    email: 'free-coupon@example.com',
    group,
    description: 'Free with a coupon: the discount banner names 30% and the code HARBOUR30.',
    coupon: { code: 'HARBOUR30', discount_percent: 30 },
  },
  {
    email: 'free-referrer@example.com',
    group,
    description: 'Free, three friends invited: the discount banner offers the inviter 50%.',
    referral: { count: 3, limit: 5 },
  },
  {
    email: 'free-invited@example.com',
    group,
    description: 'Free, invited by a friend: the banner offers 20% off the first payment.',
    referral: { count: 0, limit: 5, referrerId: 'anna.lindqvist@example.com' },
  },
];
