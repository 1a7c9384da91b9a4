/**
 * The enumerations of product.md §3 as the upstream spells them, and functions that normalize alternative spellings.
 * No schemas here: the first screen needs these functions but no validator.
 */

export const profileStates = [
  'unknown_profile_state',
  'new_account',
  'active',
  'canceled',
  'expired',
  'billing_retry_period',
  'grace_period',
  'trial',
] as const;
export type ProfileState = (typeof profileStates)[number];

export const profileTypes = [
  'unknown_profile_type',
  'free',
  'subscription',
  'pay_as_you_go',
  'promo',
  'setapp',
  'guest',
  'diia',
] as const;
export type ProfileType = (typeof profileTypes)[number];

export const subscriptionVendors = [
  'unknown',
  'stripe',
  'apple',
  'android',
  'platform_payment',
  'promocode',
  'chargebee',
  'diia',
] as const;
export type SubscriptionVendor = (typeof subscriptionVendors)[number];

export const paymentMethodVendors = [
  'card_vendor',
  'paypal_vendor',
  'apple_pay_vendor',
  'google_pay_vendor',
  'app_store_vendor',
  'play_marked_vendor',
  'platform_payment_vendor',
] as const;

export const loginVendors = ['default', 'apple', 'code', 'facebook', 'google', 'guest'] as const;
export type LoginVendor = (typeof loginVendors)[number];

export const platforms = ['macos', 'windows', 'android', 'ios', 'router'] as const;
export type Platform = (typeof platforms)[number];

/** The spellings of platforms that occur in devices. */
export const platformSpellings = [
  ...platforms,
  ...(['macOS', 'MacOS', 'Macos', 'MACOS', 'Windows', 'WINDOWS', 'Android', 'ANDROID'] as const),
  ...(['iOS', 'Ios', 'IOS', 'Router', 'ROUTER'] as const),
] as const;

export const shortcutTypes = ['COUNTRY_PICKER', 'STREAMING', 'DEFAULT'] as const;
export type ShortcutType = (typeof shortcutTypes)[number];

/** `MacOS`, `iOS`, `ANDROID`, … → the lower-case name; null for an unknown platform. */
export const readPlatform = (value: string): Platform | null =>
  platforms.find((platform) => platform === value.toLowerCase()) ?? null;

/** `account_oauth_google` and `google` → `google`; null for an unknown vendor. */
export const readLoginVendor = (value: string): LoginVendor | null =>
  loginVendors.find((vendor) => vendor === value.replace(/^account_oauth_/, '')) ?? null;

/** `SHORTCUTS_TYPE_STREAMING` and `STREAMING` → `STREAMING`; null for an unknown type. */
export const readShortcutType = (value: string): ShortcutType | null =>
  shortcutTypes.find((type) => type === value.replace(/^SHORTCUTS_TYPE_/, '')) ?? null;
