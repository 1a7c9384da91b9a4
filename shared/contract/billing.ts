import {
  AccountCoupon,
  PaymentLink,
  PaymentMethodUpdate,
  PaymentSetup,
  PaymentSetupRequest,
  SubscriptionRequest,
} from '../billing.ts';
import { Acknowledgement } from '../entity.ts';
import { badRequest, type DocumentedError, documentCall, noSession, notNow } from './documented-call.ts';

const done = { response: Acknowledgement, responseExample: {} } as const;
const unknownSubscription = {
  status: 404,
  code: 5,
  message: 'subscription not found',
  when: 'The account has no such subscription.',
} as const satisfies DocumentedError;

export const billingContract = {
  cancelSubscription: documentCall({
    summary: 'Cancels a subscription; it stays usable until it expires',
    request: SubscriptionRequest,
    requestExample: { subscription_id: 'sub-1' },
    ...done,
    errors: {
      noSession,
      badRequest,
      unknownSubscription,
      notCancellable: notNow('subscription is not cancellable', 'It was cancelled already, or a store bills it.'),
    },
  }),
  renewSubscription: documentCall({
    summary: 'Renews a cancelled subscription',
    request: SubscriptionRequest,
    requestExample: { subscription_id: 'sub-1' },
    ...done,
    errors: {
      noSession,
      badRequest,
      unknownSubscription,
      notRenewable: notNow('subscription is not renewable', 'It renews by itself, or a store bills it.'),
      renewalFailed: { status: 500, code: 13, message: 'internal error', when: 'The bank did not pay.' },
    },
  }),
  createPaymentSetup: documentCall({
    summary: 'Begins the change of the payment method; it may need a confirmation in the browser',
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
        when: 'The card provider has no such payment method.',
      },
      declined: notNow('card declined', 'The bank declines the card.'),
    },
  }),
  updatePaymentMethod: documentCall({
    summary: 'Makes a confirmed card or wallet the payment method',
    request: PaymentMethodUpdate,
    requestExample: { stripe_payment_intent_id: 'seti_example', payment_method: 'card' },
    ...done,
    errors: {
      noSession,
      badRequest,
      unknownPayment: { status: 404, code: 5, message: 'payment intent not found', when: 'There is no such setup.' },
      notConfirmed: notNow('payment intent is not confirmed', 'The setup still waits for its confirmation.'),
    },
  }),
  paymentLink: documentCall({
    summary: 'A link to the page where a subscription is bought',
    request: null,
    requestExample: null,
    response: PaymentLink,
    responseExample: { link: 'https://order.skerry.example/checkout/example' },
    errors: { noSession },
  }),
  accountCoupon: documentCall({
    summary: "The account's coupon, if it has one",
    request: null,
    requestExample: null,
    response: AccountCoupon,
    responseExample: { coupon: 'WELCOME20' },
    errors: { noSession },
  }),
} as const;
