import type { AccountSeed, DaysFromNow } from '../account.ts';
import { subscribe, visaCard } from '../plans.ts';

const group = 'Deleted';

export const deletedAccounts = (at: DaysFromNow): AccountSeed[] => [
  {
    email: 'marked@example.com',
    group,
    description:
      'Marked for termination two days ago, subscription still active: goes to the restore window; restoring works.',
    type: 'subscription',
    subscription: subscribe('marked@example.com', 'power-user-1m', { billingAt: at(20) }),
    payment: { method: visaCard, status: 'succeeded', message: '' },
    deletion: { at: at(-2), profile: 'marked' },
  },
  {
    email: 'deleted@example.com',
    group,
    description:
      'Deleted ten days ago: the profile answers AccountDeleted, a code is refused with it; restoring works.',
    deletion: { at: at(-10), profile: 'refused' },
  },
  {
    email: 'deleted-for-good@example.com',
    group,
    description: 'Deleted forty days ago: restoring fails with the generic error.',
    deletion: { at: at(-40), profile: 'refused' },
  },
];
