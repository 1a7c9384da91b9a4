import type { FastifyInstance } from 'fastify';
import { failedPrecondition, forbidden, notFound } from '../problem.ts';
import { readFields, readOneOf, readOptionalText, readText } from '../read-body.ts';
import type { Sandbox } from '../sandbox.ts';
import { authenticate } from '../session/authenticate.ts';
import type { Account, PaymentMethod } from '../world/account.ts';
import type { StoredCard } from '../world/payments.ts';
import { planPeriodMs } from '../world/plans.ts';

const methods = ['card', 'apple_pay', 'google_pay'] as const;
type Method = (typeof methods)[number];

export function registerPaymentMethod(app: FastifyInstance, sandbox: Sandbox): void {
  app.post('/web/v1/store/stripe/payment-setup-intent/create', (request, reply) => {
    const account = authenticate(sandbox, request);
    const fields = readFields(request);
    const { payments } = sandbox.world;
    const card = payments.findCard(readText(fields, 'stripe_payment_method_id'));
    const product = readText(fields, 'product_id');
    readOptionalText(fields, 'recaptcha_token');
    readOptionalText(fields, 'recaptcha_site_key');
    if (!card) throw notFound('payment method not found');
    if (product !== account.subscription?.sku && product !== account.subscription?.id) {
      throw notFound('product not found');
    }
    if (card.bank === 'declines') throw failedPrecondition('card declined');
    const setup = payments.createSetup(account.id, card);
    return reply.send({
      requires_action: setup.status === 'requires_action',
      stripe_payment_setup_intent_id: setup.id,
      stripe_payment_setup_intent_client_secret: setup.clientSecret,
    });
  });

  app.post('/web/v1/store/chargebee/subscription/update-payment', (request, reply) => {
    const account = authenticate(sandbox, request);
    const fields = readFields(request);
    const id = readText(fields, 'stripe_payment_intent_id');
    const method = readOneOf(fields, 'payment_method', methods);
    const setup = sandbox.world.payments.findSetup(id);
    if (setup?.accountId !== account.id) throw notFound('payment intent not found');
    if (account.payment.method?.editable === false) throw forbidden('payment method is not editable');
    if (setup.status === 'used') throw failedPrecondition('payment intent is already used');
    if (setup.status !== 'succeeded') throw failedPrecondition('payment intent is not confirmed');
    setup.status = 'used';
    account.payment = { method: describeMethod(setup.card, method), status: 'succeeded', message: '' };
    chargeAmountDue(account, sandbox.world.clock.now());
    return reply.send({});
  });
}

const vendors = { card: 'card_vendor', apple_pay: 'apple_pay_vendor', google_pay: 'google_pay_vendor' } as const;

const describeMethod = ({ brand, last4 }: StoredCard, method: Method): PaymentMethod => ({
  vendor: vendors[method],
  editable: true,
  cardMaskedNumber: last4,
  cardType: brand === 'visa' || brand === 'mastercard' ? brand : 'other',
});

/** A working payment method pays the amount due immediately. */
function chargeAmountDue(account: Account, now: number): void {
  const { subscription } = account;
  if (!subscription || (account.state !== 'grace_period' && account.state !== 'billing_retry_period')) return;
  account.state = 'active';
  subscription.active = true;
  subscription.graceEndsAt = null;
  subscription.billingAt = now + planPeriodMs(subscription.sku);
}
