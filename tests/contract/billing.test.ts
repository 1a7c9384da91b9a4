import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { calls } from '#shared/calls.ts';
import type { Subscription } from '#shared/profile.ts';
import { type Client, openClient } from '../support/client.ts';
import { controlSandbox, type SandboxControl, signIn } from '../support/sandbox-control.ts';
import { type Stack, startStack } from '../support/stack.ts';
import { describeCall } from './describe-call.ts';

let stack: Stack;
let sandbox: SandboxControl;
let visitor: Client;
let client: Client;

beforeAll(async () => {
  stack = await startStack();
  sandbox = controlSandbox(stack.sandboxOrigin);
});
beforeEach(async () => {
  await sandbox.reset();
  visitor = openClient(stack.origin);
  client = await signIn(stack.origin, sandbox, 'anna.lindqvist@example.com');
});
afterAll(() => stack.close());

const readProfile = async () =>
  (await client.send(calls.profile, { query: { include_payment_data: 'true' } })).body.profile;
const readSubscription = async (): Promise<Subscription> => (await readProfile()).subscription;
const cancel = async () =>
  client.send(calls.cancelSubscription, { body: { subscription_id: (await readSubscription()).id } });
const renew = async () =>
  client.send(calls.renewSubscription, { body: { subscription_id: (await readSubscription()).id } });

const payment = {
  stripe_payment_method_id: 'pm_card_visa',
  recaptcha_token: 'double',
  recaptcha_site_key: 'double',
};
const setUpPayment = async (stripe_payment_method_id = payment.stripe_payment_method_id) =>
  client.send(calls.createPaymentSetup, {
    body: { ...payment, stripe_payment_method_id, product_id: (await readSubscription()).sku },
  });

describeCall('cancelSubscription', {
  async succeeds() {
    expect(await readSubscription()).toMatchObject({ subscriptionCancellable: true, subscriptionRenewable: false });
    const response = await cancel();
    expect(await readProfile()).toMatchObject({
      state: 'canceled',
      subscription: { subscriptionCancellable: false, subscriptionRenewable: true },
    });
    return response;
  },
  fails: {
    noSession: async () => visitor.send(calls.cancelSubscription, { body: { subscription_id: 'any' } }),
    badRequest: async () => client.send(calls.cancelSubscription, { body: {} }),
    unknownSubscription: async () => client.send(calls.cancelSubscription, { body: { subscription_id: 'unknown' } }),
    async notCancellable() {
      await cancel();
      return cancel();
    },
  },
});

describeCall('renewSubscription', {
  async succeeds() {
    await cancel();
    const response = await renew();
    expect(await readProfile()).toMatchObject({ state: 'active', subscription: { hasActiveSubscription: true } });
    return response;
  },
  fails: {
    noSession: async () => visitor.send(calls.renewSubscription, { body: { subscription_id: 'any' } }),
    badRequest: async () => client.send(calls.renewSubscription, { body: {} }),
    unknownSubscription: async () => client.send(calls.renewSubscription, { body: { subscription_id: 'unknown' } }),
    notRenewable: renew,
    async renewalFailed() {
      await cancel();
      await sandbox.addFault({ ...calls.renewSubscription, status: 500, times: 1 });
      return renew();
    },
  },
});

describeCall('createPaymentSetup', {
  async succeeds() {
    const asking = await setUpPayment('pm_card_authenticationRequired');
    expect(asking.body).toMatchObject({ requires_action: true });
    const response = await setUpPayment();
    expect(response.body).toMatchObject({ requires_action: false });
    return response;
  },
  fails: {
    noSession: async () => visitor.send(calls.createPaymentSetup, { body: { ...payment, product_id: 'any' } }),
    badRequest: async () => client.send(calls.createPaymentSetup, { body: {} }),
    unknownPaymentMethod: () => setUpPayment('pm_unknown'),
    declined: () => setUpPayment('pm_card_chargeDeclined'),
  },
});

describeCall('updatePaymentMethod', {
  async succeeds() {
    const { stripe_payment_setup_intent_id } = (await setUpPayment()).body;
    const body = { stripe_payment_intent_id: stripe_payment_setup_intent_id, payment_method: 'card' };
    const response = await client.send(calls.updatePaymentMethod, { body });
    expect(await readProfile()).toMatchObject({ payment_data: { payment_method: { vendor: 'card_vendor' } } });
    return response;
  },
  fails: {
    noSession: async () =>
      visitor.send(calls.updatePaymentMethod, {
        body: { stripe_payment_intent_id: 'any', payment_method: 'card' },
      }),
    async badRequest() {
      const { stripe_payment_setup_intent_id } = (await setUpPayment()).body;
      const body = { stripe_payment_intent_id: stripe_payment_setup_intent_id, payment_method: 'shells' };
      return client.send(calls.updatePaymentMethod, { body });
    },
    unknownPayment: async () =>
      client.send(calls.updatePaymentMethod, {
        body: { stripe_payment_intent_id: 'unknown', payment_method: 'card' },
      }),
    async notConfirmed() {
      const { stripe_payment_setup_intent_id } = (await setUpPayment('pm_card_authenticationRequired')).body;
      const body = { stripe_payment_intent_id: stripe_payment_setup_intent_id, payment_method: 'card' };
      return client.send(calls.updatePaymentMethod, { body });
    },
  },
});

test.each([
  ['apple_pay', 'apple_pay_vendor'],
  ['google_pay', 'google_pay_vendor'],
])('%s becomes the payment method %s', async (payment_method, vendor) => {
  const { stripe_payment_setup_intent_id } = (await setUpPayment()).body;
  const body = { stripe_payment_intent_id: stripe_payment_setup_intent_id, payment_method };
  expect((await client.send(calls.updatePaymentMethod, { body })).status).toBe(200);
  expect(await readProfile()).toMatchObject({ payment_data: { payment_method: { vendor } } });
});

describeCall('paymentLink', {
  async succeeds() {
    const response = await client.send(calls.paymentLink);
    expect(URL.canParse(response.body.link)).toBe(true);
    return response;
  },
  fails: { noSession: async () => visitor.send(calls.paymentLink) },
});

describeCall('accountCoupon', {
  succeeds: async () => client.send(calls.accountCoupon),
  fails: { noSession: async () => visitor.send(calls.accountCoupon) },
});
