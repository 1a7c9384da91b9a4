import type { AccountSeed, DaysFromNow, PaymentMethod, SubscriptionVendor } from '../account.ts';
import { createSubscription } from '../plans.ts';

const group = 'Billed by a store';

function storeBilled(
  email: string,
  description: string,
  vendor: SubscriptionVendor,
  method: PaymentMethod['vendor'],
  billingAt: number,
): AccountSeed {
  return {
    email,
    group,
    description,
    type: 'subscription',
    subscription: createSubscription(email, 'power-user-1m', { vendor, billingAt }),
    payment: { method: { vendor: method, editable: false }, status: 'succeeded', message: '' },
  };
}

export const storeBilledAccounts = (at: DaysFromNow): AccountSeed[] => [
  storeBilled(
    'app-store@example.com',
    'Billed by the App Store: Cancel only explains where; no referral section.',
    'apple',
    'app_store_vendor',
    at(15),
  ),
  storeBilled(
    'play-store@example.com',
    'Billed by Google Play: Cancel only explains where; no referral section.',
    'android',
    'play_marked_vendor',
    at(16),
  ),
  storeBilled(
    'platform@example.com',
    'Billed by platform_payment, a vendor without special treatment.',
    'platform_payment',
    'platform_payment_vendor',
    at(17),
  ),
  {
    email: 'app-store-canceled@example.com',
    group,
    description: 'Canceled at the App Store, usable for eight more days: cannot be renewed here.',
    type: 'subscription',
    state: 'canceled',
    subscription: createSubscription('app-store-canceled@example.com', 'power-user-1m', {
      vendor: 'apple',
      expiresAt: at(8.5),
      cancellable: false,
    }),
    payment: { method: { vendor: 'app_store_vendor', editable: false }, status: 'succeeded', message: '' },
  },
];
