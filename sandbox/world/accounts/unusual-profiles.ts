import type { AccountSeed, DaysFromNow, Device } from '../account.ts';
import { deriveId } from '../derive-ids.ts';
import { createSubscription } from '../plans.ts';
import { router } from './devices.ts';

const group = 'Unusual profiles';

const spelled = (name: string, platform: string): Device => ({
  id: deriveId('device', `odd:${name}`),
  name,
  model: platform,
  platform,
});

/** Profiles with rare values, and profiles that fail the schema. product.md §3 */
export const unusualAccounts = (at: DaysFromNow): AccountSeed[] => [
  {
    email: 'odd-spelling@example.com',
    group,
    description: 'Capitalized platforms, vendor account_oauth_google and unknown members.',
    devices: [
      spelled('Mac', 'MacOS'),
      spelled('Phone', 'iOS'),
      spelled('Desktop', 'Windows'),
      spelled('Robot', 'Android'),
      { ...router('odd', 'Box', { city: 'Oslo' }), platform: 'Router' },
    ],
    overrides: {
      oauth_credentials: { vendor: 'account_oauth_google' },
      loyalty: { level: 'captain', since: 2019 },
    },
  },
  ...['account_oauth_default', 'account_oauth_apple', 'account_oauth_facebook'].map((vendor) => ({
    email: `odd-${vendor.slice(14)}@example.com`,
    group,
    description: `Login vendor spelled ${vendor}.`,
    overrides: { oauth_credentials: { vendor } },
  })),
  {
    email: 'odd-dates@example.com',
    group,
    description: 'Dates as epoch seconds and milliseconds instead of text; no device limit, so it is 6.',
    type: 'subscription',
    subscription: createSubscription('odd-dates@example.com', 'binge-1m', { billingAt: at(14) }),
    epochDates: true,
    overrides: { device_limit: null },
  },
  {
    email: 'odd-unknown@example.com',
    group,
    description: 'Unknown type, state and vendor; the coupon is only a code.',
    type: 'unknown_profile_type',
    state: 'unknown_profile_state',
    coupon: 'BAREBOAT10',
    subscription: createSubscription('odd-unknown@example.com', 'tourist-1m', {
      vendor: 'unknown',
      active: false,
      cancellable: false,
      price: { currency: 'NZD', amount: '5' },
    }),
  },
  {
    email: 'odd-missing@example.com',
    group,
    description: 'A profile without its optional and many required members: no devices, state, referral or login.',
    overrides: without(
      ...['registration_date', 'locale', 'picture', 'role', 'state', 'marked_for_termination', 'device_limit'],
      ...['devices', 'diia_verified', 'email_can_be_verified', 'email_verified', 'is_email_set', 'is_password_set'],
      ...['oauth_credentials', 'pay_as_you_go_profile', 'payment_data', 'referral', 'subscription', 'user_settings'],
    ),
  },
  {
    email: 'odd-null@example.com',
    group,
    description: 'Null in place of devices, referral counts, price and dates.',
    type: 'subscription',
    subscription: createSubscription('odd-null@example.com', 'binge-1m', { billingAt: at(14) }),
    overrides: {
      registration_date: null,
      device_limit: null,
      devices: null,
      oauth_credentials: null,
      referral: { referral_url: null, referrals_count: null, referrals_limit: null },
      subscription: {
        id: 'odd-null',
        vendor: 'chargebee',
        name: null,
        sku: null,
        price: null,
        hasActiveSubscription: true,
        billing_date: null,
        expiration_date: null,
        end_grace_period_date: null,
      },
      user_settings: null,
    },
  },
];

/** Overrides that remove members. */
const without = (...names: readonly string[]): Record<string, undefined> =>
  Object.fromEntries(names.map((name) => [name, undefined]));
