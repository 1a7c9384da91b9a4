import type { AccountSeed, DaysFromNow, PaymentMethod, SubscriptionVendor } from '../account.ts';
import { createSubscription, visaCard } from '../plans.ts';

const group = 'Deleted';

const markedBilledBy = (
  email: string,
  vendor: SubscriptionVendor,
  method: PaymentMethod['vendor'],
  name: string,
  at: DaysFromNow,
): AccountSeed => ({
  email,
  group,
  description: `Marked for termination; ${name} continues to bill the subscription.`,
  type: 'subscription',
  subscription: createSubscription(email, 'power-user-1m', { vendor, billingAt: at(12) }),
  payment: { method: { vendor: method, editable: false }, status: 'succeeded', message: '' },
  deletion: { at: at(-2), profile: 'marked' },
});

export const deletedAccounts = (at: DaysFromNow): AccountSeed[] => [
  {
    email: 'marked@example.com',
    group,
    description:
      'Marked for termination two days ago, subscription still active: opens the restore dialog; restoring works.',
    type: 'subscription',
    subscription: createSubscription('marked@example.com', 'power-user-1m', { billingAt: at(20) }),
    payment: { method: visaCard, status: 'succeeded', message: '' },
    deletion: { at: at(-2), profile: 'marked' },
  },
  markedBilledBy('marked-app-store@example.com', 'apple', 'app_store_vendor', 'The App Store', at),
  markedBilledBy('marked-play-store@example.com', 'android', 'play_marked_vendor', 'Google Play', at),
  {
    email: 'deleted@example.com',
    group,
    description: 'Deleted ten days ago: the profile and a code fail with AccountDeleted; restoring works.',
    deletion: { at: at(-10), profile: 'refused' },
  },
  {
    email: 'deleted-for-good@example.com',
    group,
    description: 'Deleted forty days ago: restoring fails with the generic error.',
    deletion: { at: at(-40), profile: 'refused' },
  },
];
