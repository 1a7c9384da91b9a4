import { deriveAccountCode, deriveId, derivePermanentToken } from './derive.ts';

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
  /** A renewal is refused, as when the bank does not pay. */
  renewalFails: boolean;
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

/** What a router was made with. */
export interface RouterConfiguration {
  readonly groupId: string;
  readonly shortcutId: string;
  readonly clusterId: string;
  readonly enhancer: string;
  readonly login: string;
  readonly password: string;
  /** Empty where none was kept; null until a ready-made router's is first asked for. */
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
  type: AccountType;
  state: AccountState;
  deviceLimit: number;
  devices: Device[];
  diiaVerified: boolean;
  emailVerified: boolean;
  emailIsSet: boolean;
  readonly login: { readonly vendor: string; readonly id?: string };
  readonly payAsYouGo: { readonly balance: string; readonly expiresAt: number | null } | null;
  payment: { method: PaymentMethod | null; status: string; message: string };
  readonly referral: { readonly count: number; readonly limit: number; readonly referrerId?: string };
  readonly coupon: unknown;
  subscription: Subscription | null;
  newsletters: boolean;
  /** Marked: the profile says so. Refused: the profile answers AccountDeleted. Both can be undone for 30 days. */
  deletion: { readonly at: number; readonly profile: 'marked' | 'refused' } | null;
  /** Dates go out as numbers: the registration in seconds, all others in milliseconds. */
  readonly epochDates: boolean;
  /** Laid over the profile's answer at the very end, for answers that are odd on purpose. */
  readonly oddities: Readonly<Record<string, unknown>>;
}

/** What a ready-made account says of itself; all else is filled in. */
export type AccountSeed = Pick<Account, 'email' | 'group' | 'description'> & Partial<Account>;

/** A moment so many days from now. */
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
    oddities: {},
    ...seed,
  };
}
