import type { Locale } from '../mails/locale.ts';
import { deriveAccountCode, deriveId, derivePermanentToken } from './derive-ids.ts';

export type AccountType =
  | 'unknown_profile_type'
  | 'free'
  | 'subscription'
  | 'pay_as_you_go'
  | 'promo'
  | 'setapp'
  | 'guest'
  | 'diia';

export type AccountState =
  | 'unknown_profile_state'
  | 'new_account'
  | 'active'
  | 'canceled'
  | 'expired'
  | 'billing_retry_period'
  | 'grace_period'
  | 'trial';

export type SubscriptionVendor =
  | 'unknown'
  | 'stripe'
  | 'apple'
  | 'android'
  | 'platform_payment'
  | 'promocode'
  | 'chargebee'
  | 'diia';

export interface Subscription {
  readonly id: string;
  readonly vendor: SubscriptionVendor;
  readonly name: string;
  readonly sku: string;
  readonly price: { readonly currency: string; readonly amount: string };
  active: boolean;
  billingAt: number | null;
  graceEndsAt: number | null;
  expiresAt: number | null;
  cancellable: boolean;
  renewable: boolean;
  /** The bank declines a renewal. */
  renewalFails: boolean;
  /** The biller is late: a billing date or a grace period that has passed has no effect yet. */
  late: boolean;
  activation: 'none' | 'waiting' | { endsAt: number };
}

export interface PaymentMethod {
  readonly vendor:
    | 'card_vendor'
    | 'paypal_vendor'
    | 'apple_pay_vendor'
    | 'google_pay_vendor'
    | 'app_store_vendor'
    | 'play_marked_vendor'
    | 'platform_payment_vendor';
  readonly editable: boolean;
  readonly cardMaskedNumber?: string;
  readonly cardType?: 'visa' | 'mastercard' | 'other';
  readonly paypalEmailMasked?: string;
}

/** The configuration of a router. */
export interface RouterConfiguration {
  readonly groupId: string;
  readonly shortcutId: string;
  readonly clusterId: string;
  readonly enhancer: string;
  readonly login: string;
  readonly password: string;
  /** Empty if it was not stored; null until the file of a ready-made router is first requested. */
  file: string | null;
}

export interface Device {
  readonly id: string;
  name: string;
  readonly model: string;
  readonly platform: string;
  configuration?: RouterConfiguration;
}

export interface Account {
  readonly id: string;
  readonly group: string;
  readonly description: string;
  readonly permanentToken: string;
  readonly accountCode: string;
  readonly registeredAt: number;
  readonly fullName: string | null;
  readonly role: string;
  readonly picture: string | null;
  email: string;
  readonly locale: Locale;
  type: AccountType;
  state: AccountState;
  deviceLimit: number;
  devices: Device[];
  diiaVerified: boolean;
  emailVerified: boolean;
  emailIsSet: boolean;
  readonly login: { readonly vendor: string; readonly id?: string };
  readonly payAsYouGo: {
    readonly balance: string;
    readonly currency?: string;
    readonly expiresAt: number | null;
  } | null;
  payment: { method: PaymentMethod | null; status: string; message: string };
  readonly referral: { readonly count: number; readonly limit: number; readonly referrerId?: string };
  readonly coupon: unknown;
  subscription: Subscription | null;
  newsletters: boolean;
  /** Marked: the profile says so. Refused: the profile fails with AccountDeleted. Both can be restored for 30 days. */
  deletion: { readonly at: number; readonly profile: 'marked' | 'refused' } | null;
  /** Sends dates as numbers: the registration in seconds, all others in milliseconds. */
  readonly epochDates: boolean;
  /** Replaces members of the profile, to simulate unusual responses; undefined removes a member. */
  readonly overrides: Readonly<Record<string, unknown>>;
}

/** The members of a ready-made account that differ from the defaults. */
export type AccountSeed = Pick<Account, 'email' | 'group' | 'description'> & Partial<Account>;

/** The time in so many days, in milliseconds. */
export type DaysFromNow = (days: number) => number;

export function createAccount(seed: AccountSeed, at: DaysFromNow): Account {
  return {
    id: deriveId('account', seed.email),
    permanentToken: derivePermanentToken(seed.email),
    accountCode: deriveAccountCode(seed.email),
    registeredAt: at(-200),
    fullName: null,
    role: 'account_role_user',
    picture: null,
    locale: 'en',
    type: 'free',
    state: 'active',
    deviceLimit: 6,
    devices: [],
    diiaVerified: false,
    emailVerified: true,
    emailIsSet: true,
    login: { vendor: 'default' },
    payAsYouGo: null,
    payment: { method: null, status: '', message: '' },
    referral: { count: 0, limit: 5 },
    coupon: null,
    subscription: null,
    newsletters: false,
    deletion: null,
    epochDates: false,
    overrides: {},
    ...seed,
  };
}
