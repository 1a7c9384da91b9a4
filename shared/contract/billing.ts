import {
  AccountCoupon,
  PaymentLink,
  PaymentMethodUpdate,
  PaymentSetup,
  PaymentSetupRequest,
  SubscriptionRequest,
} from '../billing.ts';
import { Acknowledgment } from '../entity.ts';
import { badRequest, type DocumentedError, documentCall, failedPrecondition, noSession } from './documented-call.ts';

const done = { response: Acknowledgment, responseExample: {} } as const;
const unknownSubscription = {
  status: 404,
  code: 5,
  message: 'subscription not found',
  when: 'The account has no such subscription.',
} as const satisfies DocumentedError;

export const billingContract = {
  cancelSubscription: documentCall({
    summary: 'Cancels a subscription; it stays active until the paid period ends',
    description: 'Subscriptions billed by an app store are canceled in that store.',
    request: SubscriptionRequest,
    requestExample: { subscription_id: 'sub-1' },
    ...done,
    errors: {
      noSession,
      badRequest,
      unknownSubscription,
      notCancellable: failedPrecondition(
        'subscription is not cancellable',
        'It is already canceled, or a store bills it.',
      ),
    },
  }),
  renewSubscription: documentCall({
    summary: 'Renews a canceled or expired subscription',
    description: 'An active subscription continues; an expired one starts a new period and is charged today.',
    request: SubscriptionRequest,
    requestExample: { subscription_id: 'sub-1' },
    ...done,
    errors: {
      noSession,
      badRequest,
      unknownSubscription,
      notRenewable: failedPrecondition(
        'subscription is not renewable',
        'It renews automatically, or a store bills it.',
      ),
      renewalFailed: { status: 500, code: 13, message: 'internal error', when: 'The bank declined the payment.' },
    },
  }),
  createPaymentSetup: documentCall({
    summary: 'Starts a change of the payment method; the bank may require a confirmation in the browser',
    description: "If `requires_action` is true, the card provider's script confirms the card with the bank.",
    request: PaymentSetupRequest,
    requestExample: {
      stripe_payment_method_id: 'pm_example',
      product_id: 'power-user-3m',
      recaptcha_token: 'example-captcha-token',
      recaptcha_site_key: 'example-site-key',
    },
    response: PaymentSetup,
    responseExample: {
      requires_action: true,
      stripe_payment_setup_intent_id: 'seti_example',
      stripe_payment_setup_intent_client_secret: 'seti_example_secret',
    },
    errors: {
      noSession,
      badRequest,
      unknownPaymentMethod: {
        status: 404,
        code: 5,
        message: 'payment method not found',
        when: 'The card provider does not know the payment method.',
      },
      declined: failedPrecondition('card declined', 'The bank declined the card.'),
    },
  }),
  updatePaymentMethod: documentCall({
    summary: 'Sets a confirmed card or wallet as the payment method',
    description: 'A payment that is due is charged immediately.',
    request: PaymentMethodUpdate,
    requestExample: { stripe_payment_intent_id: 'seti_example', payment_method: 'card' },
    ...done,
    errors: {
      noSession,
      badRequest,
      unknownPayment: {
        status: 404,
        code: 5,
        message: 'payment intent not found',
        when: 'The payment setup is unknown.',
      },
      notConfirmed: failedPrecondition('payment intent is not confirmed', 'The payment setup is not confirmed yet.'),
    },
  }),
  paymentLink: documentCall({
    summary: 'Returns a link to the checkout page',
    description: 'The link identifies the account, so that the customer does not have to sign in again.',
    request: null,
    requestExample: null,
    response: PaymentLink,
    responseExample: { link: 'https://order.skerry.example/checkout/example' },
    errors: { noSession },
  }),
  accountCoupon: documentCall({
    summary: "Returns the account's coupon, if any",
    description: 'The coupon is null if the account has none.',
    request: null,
    requestExample: null,
    response: AccountCoupon,
    responseExample: { coupon: 'WELCOME20' },
    errors: { noSession },
  }),
} as const;
