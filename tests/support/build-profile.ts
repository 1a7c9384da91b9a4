import type { Profile, Subscription } from '#shared/profile.ts';

type Change = Partial<Omit<Profile, 'subscription'>> & { readonly subscription?: Partial<Subscription> | null };

/** A paying customer's profile, with what a case changes in it. */
export function buildProfile({ subscription, ...change }: Change = {}): Profile {
  return {
    account_id: 'account-1',
    email: 'anna@example.com',
    registration_date: '2026-01-01T00:00:00Z',
    type: 'subscription',
    state: 'active',
    marked_for_termination: false,
    devices: [],
    ...change,
    subscription: subscription === null ? null : subscriptionOf(subscription),
  };
}

const subscriptionOf = (change: Partial<Subscription> = {}): Subscription => ({
  id: 'sub-1',
  sku: 'power-user-3m',
  name: 'Whatever the upstream says',
  price: { currency: 'EUR', amount: '2499' },
  vendor: 'chargebee',
  hasActiveSubscription: true,
  billing_date: '2026-12-14T12:00:00Z',
  expiration_date: null,
  end_grace_period_date: null,
  subscriptionCancellable: true,
  subscriptionRenewable: false,
  subscriptionActivationInProgress: false,
  ...change,
});
