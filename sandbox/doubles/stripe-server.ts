import type { FastifyInstance } from 'fastify';
import { failedPrecondition, notFound } from '../problem.ts';
import { readFields, readOneOf, readText } from '../read-body.ts';
import type { Sandbox } from '../sandbox.ts';
import type { PaymentSetup, StoredCard } from '../world/payments.ts';

// The provider's own test numbers.
const challenged = ['4000002500003155', '4000002760003184', '4000000000003220'];
const declined = ['4000000000000002', '4000000000009995', '4000000000000069'];

/** The card provider's server. Only the provider's frames call it, never the product's pages. */
export function registerStripeServer(app: FastifyInstance, sandbox: Sandbox): void {
  app.post('/doubles/stripe/payment-methods', (request, reply) => {
    const fields = readFields(request);
    const { payments } = sandbox.world;
    if (fields.wallet === undefined) {
      const number = readText(fields, 'number');
      const card = { brand: readBrand(number), last4: number.slice(-4), wallet: null, bank: readBank(number) };
      return reply.send({ paymentMethod: describeCard(payments.storeCard(card), readText(fields, 'expiry')) });
    }
    const wallet = readOneOf(fields, 'wallet', ['apple_pay', 'google_pay']);
    const bank = readOneOf(fields, 'bank', ['approves', 'challenges', 'declines']);
    const card = payments.storeCard({ brand: 'visa', last4: '1111', wallet, bank });
    return reply.send({ paymentMethod: describeCard(card, '1230') });
  });

  app.get<{ Params: { secret: string } }>('/doubles/stripe/intents/:secret', (request, reply) =>
    reply.send(describeSetup(findSetup(sandbox, request.params.secret))),
  );

  app.post<{ Params: { secret: string } }>('/doubles/stripe/intents/:secret/challenge', (request, reply) => {
    const setup = findSetup(sandbox, request.params.secret);
    const result = readOneOf(readFields(request), 'result', ['complete', 'fail', 'cancel']);
    if (setup.status !== 'requires_action') throw failedPrecondition('intent requires no action');
    if (result === 'complete') setup.status = 'succeeded';
    if (result === 'fail') setup.status = 'requires_payment_method';
    return reply.send(describeSetup(setup));
  });
}

function findSetup({ world }: Sandbox, secret: string): PaymentSetup {
  const setup = world.payments.findSetupBySecret(secret);
  if (!setup) throw notFound('intent not found');
  return setup;
}

function readBrand(number: string): StoredCard['brand'] {
  if (/^4/.test(number)) return 'visa';
  if (/^(5[1-5]|2[2-7])/.test(number)) return 'mastercard';
  return /^3[47]/.test(number) ? 'amex' : 'unknown';
}

function readBank(number: string): StoredCard['bank'] {
  if (challenged.includes(number)) return 'challenges';
  return declined.includes(number) ? 'declines' : 'approves';
}

const describeCard = ({ id, brand, last4, wallet }: StoredCard, expiry: string) => ({
  id,
  object: 'payment_method',
  type: 'card',
  card: {
    brand,
    last4,
    exp_month: Number(expiry.slice(0, 2)),
    exp_year: 2000 + Number(expiry.slice(2, 4)),
    wallet: wallet && { type: wallet },
  },
  livemode: false,
});

const describeSetup = ({ id, clientSecret, card, status }: PaymentSetup) => ({
  id,
  object: 'setup_intent',
  client_secret: clientSecret,
  payment_method: card.id,
  status: status === 'used' ? 'succeeded' : status,
  last_setup_error: status === 'requires_payment_method' ? { code: 'setup_intent_authentication_failure' } : null,
});
