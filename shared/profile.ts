import * as z from 'zod/mini';
import { Device } from './devices.ts';
import { entity, Timestamp } from './entity.ts';
import { loginVendors, paymentMethodVendors, profileStates, profileTypes, subscriptionVendors } from './wire-values.ts';

/** `amount` is a string in minor units. */
export const Price = entity({ currency: z.string(), amount: z.string().check(z.regex(/^\d+$/)) });
export type Price = z.infer<typeof Price>;

export const Subscription = entity({
  id: z.string(),
  name: z.nullish(z.string()),
  sku: z.nullish(z.string()),
  price: z.nullish(Price),
  vendor: z.enum(subscriptionVendors),
  hasActiveSubscription: z.boolean(),
  billing_date: z.nullish(Timestamp),
  expiration_date: z.nullish(Timestamp),
  end_grace_period_date: z.nullish(Timestamp),
  subscriptionCancellable: z.optional(z.boolean()),
  subscriptionRenewable: z.optional(z.boolean()),
  subscriptionActivationInProgress: z.optional(z.boolean()),
});
export type Subscription = z.infer<typeof Subscription>;

export const PaymentMethod = entity({
  vendor: z.enum(paymentMethodVendors),
  can_edited: z.boolean(),
  card_masked_number: z.nullish(z.string()),
  card_type: z.nullish(z.enum(['visa', 'mastercard', 'other'])),
  payment_source_id: z.nullish(z.string()),
  paypal_email_masked: z.nullish(z.string()),
});
export type PaymentMethod = z.infer<typeof PaymentMethod>;

/** Present only if requested with `include_payment_data=true`. */
export const PaymentData = entity({
  payment_method: z.nullish(PaymentMethod),
  payment_method_exists: z.boolean(),
  payment_status: z.nullish(z.string()),
  payment_status_msg: z.nullish(z.string()),
});
export type PaymentData = z.infer<typeof PaymentData>;

export const OauthCredentials = entity({
  vendor: z.enum([
    ...loginVendors,
    'account_oauth_default',
    'account_oauth_apple',
    'account_oauth_google',
    'account_oauth_facebook',
  ]),
  id: z.nullish(z.string()),
});
export type OauthCredentials = z.infer<typeof OauthCredentials>;

export const Referral = entity({
  referral_url: z.string(),
  referrals_count: z.int(),
  referrals_limit: z.int(),
  referrer_id: z.nullish(z.string()),
});
export type Referral = z.infer<typeof Referral>;

/** `role` is an open string: only account_role_guest is documented. product.md §3 */
export const Profile = entity({
  account_id: z.string(),
  email: z.string(),
  full_name: z.nullish(z.string()),
  registration_date: Timestamp,
  locale: z.nullish(z.string()),
  picture: z.nullish(z.string()),
  role: z.nullish(z.string()),
  type: z.enum(profileTypes),
  state: z.enum(profileStates),
  marked_for_termination: z.boolean(),
  device_limit: z.nullish(z.int()),
  devices: z.array(Device),
  diia_verified: z.optional(z.boolean()),
  email_can_be_verified: z.optional(z.boolean()),
  email_verified: z.optional(z.boolean()),
  is_email_set: z.optional(z.boolean()),
  is_password_set: z.optional(z.boolean()),
  oauth_credentials: z.nullish(OauthCredentials),
  pay_as_you_go_profile: z.nullish(
    // Not documented: the currency of the balance.
    entity({ balance: z.string(), currency: z.nullish(z.string()), expiration_date: z.nullish(Timestamp) }),
  ),
  payment_data: z.nullish(PaymentData),
  referral: z.nullish(Referral),
  subscription: z.nullish(Subscription),
  user_settings: z.nullish(entity({ newsletters_enabled: z.boolean() })),
});
export type Profile = z.infer<typeof Profile>;

export const ProfileResponse = entity({ profile: Profile });
export type ProfileResponse = z.infer<typeof ProfileResponse>;
