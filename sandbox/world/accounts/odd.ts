import type { AccountSeed, DaysFromNow, Device } from '../account.ts';
import { deriveId } from '../derive.ts';
import { subscribe } from '../plans.ts';
import { router } from './devices.ts';

const group = 'Odd answers';

const spelled = (name: string, platform: string): Device => ({
  id: deriveId('device', `odd:${name}`),
  name,
  model: platform,
  platform,
});

/** Values that product.md §3 allows and that a client meets rarely. */
export const oddAccounts = (at: DaysFromNow): AccountSeed[] => [
  {
    email: 'odd-spelling@example.com',
    group,
    description: 'Capitalised platforms, vendor account_oauth_google, and fields that nobody knows.',
    devices: [
      spelled('Mac', 'MacOS'),
      spelled('Phone', 'iOS'),
      spelled('Desktop', 'Windows'),
      spelled('Robot', 'Android'),
      { ...router('odd', 'Box', { city: 'Oslo' }), platform: 'Router' },
    ],
    oddities: {
      oauth_credentials: { vendor: 'account_oauth_google' },
      loyalty: { level: 'captain', since: 2019 },
    },
  },
  ...['account_oauth_default', 'account_oauth_apple', 'account_oauth_facebook'].map((vendor) => ({
    email: `odd-${vendor.slice(14)}@example.com`,
    group,
    description: `Login vendor written ${vendor}.`,
    oddities: { oauth_credentials: { vendor } },
  })),
  {
    email: 'odd-dates@example.com',
    group,
    description: 'Dates as epoch seconds and milliseconds in place of text; no device limit, so it is 6.',
    type: 'subscription',
    subscription: subscribe('odd-dates@example.com', 'binge-1m', { billingAt: at(14) }),
    epochDates: true,
    oddities: { device_limit: null },
  },
  {
    email: 'odd-unknown@example.com',
    group,
    description: 'Type, state and vendor all unknown; the coupon is a bare code.',
    type: 'unknown_profile_type',
    state: 'unknown_profile_state',
    coupon: 'BAREBOAT10',
    subscription: subscribe('odd-unknown@example.com', 'tourist-1m', {
      vendor: 'unknown',
      active: false,
      cancellable: false,
      price: { currency: 'NZD', amount: '5' },
    }),
  },
];
