import * as z from 'zod/mini';
import { entity } from './entity.ts';

export const SubscriptionRequest = z.object({ subscription_id: z.string().check(z.minLength(1)) });
export type SubscriptionRequest = z.infer<typeof SubscriptionRequest>;

export const PaymentSetupRequest = z.object({
  stripe_payment_method_id: z.string().check(z.minLength(1)),
  product_id: z.string(),
  recaptcha_token: z.string(),
  recaptcha_site_key: z.string(),
});
export type PaymentSetupRequest = z.infer<typeof PaymentSetupRequest>;

/** If `requires_action` is true, the card provider's script confirms the setup with the client secret. */
export const PaymentSetup = entity({
  requires_action: z.boolean(),
  stripe_payment_setup_intent_id: z.string(),
  stripe_payment_setup_intent_client_secret: z.string(),
});
export type PaymentSetup = z.infer<typeof PaymentSetup>;

export const PaymentMethodUpdate = z.object({
  stripe_payment_intent_id: z.string().check(z.minLength(1)),
  payment_method: z.enum(['card', 'apple_pay', 'google_pay']),
});
export type PaymentMethodUpdate = z.infer<typeof PaymentMethodUpdate>;

export const PaymentLink = entity({ link: z.string() });
export type PaymentLink = z.infer<typeof PaymentLink>;

/** The specification does not define the shape of `coupon`: a code, a code with its discount, or nothing. */
export const AccountCoupon = entity({
  coupon: z.nullish(z.union([z.string(), entity({ code: z.string(), discount_percent: z.nullish(z.number()) })])),
});
export type AccountCoupon = z.infer<typeof AccountCoupon>;
