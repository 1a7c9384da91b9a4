import { confirmCitizenship } from '../../citizenship/confirm-citizenship.ts';
import { type AccountSeed, createAccount, type DaysFromNow } from '../account.ts';
import { createSubscription, visaCard } from '../plans.ts';

const group = 'Citizenship';

export const citizenAccounts = (at: DaysFromNow): AccountSeed[] => [
  {
    email: 'verify-me@example.com',
    group,
    description: 'Free and not verified: Verify with Diia, then confirm in the simulated national app of the QR code.',
  },
  verifiedCitizen(at),
  {
    email: 'citizen-by-vendor@example.com',
    group,
    description: 'Verified only by the subscription’s vendor: diia_verified is false.',
    ...describeVerified('citizen-by-vendor@example.com', at),
    diiaVerified: false,
  },
  {
    email: 'citizen-still-paying@example.com',
    group,
    description: 'Verified citizen with a paid plan: Premium is free, and the paid plan can be canceled.',
    type: 'subscription',
    diiaVerified: true,
    subscription: createSubscription('citizen-still-paying@example.com', 'power-user-1m', { billingAt: at(12) }),
    payment: { method: visaCard, status: 'succeeded', message: '' },
  },
  {
    email: 'citizen-app-store@example.com',
    group,
    description: 'Verified citizen with a paid plan at the App Store, without a billing date: Cancel explains where.',
    type: 'subscription',
    diiaVerified: true,
    subscription: createSubscription('citizen-app-store@example.com', 'power-user-1m', { vendor: 'apple' }),
    payment: { method: { vendor: 'app_store_vendor', editable: false }, status: 'succeeded', message: '' },
  },
];

function verifiedCitizen(at: DaysFromNow): AccountSeed {
  const email = 'citizen@example.com';
  const description = 'Verified citizen: unlimited Premium (“Expires on ∞”), no call to action.';
  return { email, group, description, ...describeVerified(email, at) };
}

/** The members that a verification changes. */
function describeVerified(email: string, at: DaysFromNow) {
  const account = createAccount({ email, group, description: '' }, at);
  confirmCitizenship(account);
  const { type, state, subscription, diiaVerified } = account;
  return { type, state, subscription, diiaVerified };
}
