import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type Html, html } from '../console/html.ts';
import { sendPage } from '../console/send-page.ts';
import { notFound } from '../problem.ts';
import { readEmail, readFields, readOneOf } from '../read-body.ts';
import type { Sandbox } from '../sandbox.ts';
import type { Account } from '../world/account.ts';
import { createSubscription, planPeriodMs, plans, type Sku, visaCard } from '../world/plans.ts';

const outcomes = ['paid', 'slow', 'never', 'cancel'] as const;
type Outcome = (typeof outcomes)[number];

const returnTokenSeconds = 1800;

/** Simulates the order page, opened by a payment link or by the product's links to the order site. */
export function registerCheckoutPage(app: FastifyInstance, sandbox: Sandbox): void {
  app.get<{ Params: { token: string } }>('/checkout/:token', (request, reply) => {
    const account = findBuyer(sandbox, request.params.token);
    return sendPage(reply, {
      title: 'Order',
      body: renderOrder(request, html`<p>For <strong>${account.email}</strong></p>`),
    });
  });
  app.post<{ Params: { token: string } }>('/checkout/:token', (request, reply) => {
    const account = findBuyer(sandbox, request.params.token);
    return reply.redirect(buy(sandbox, account, readFields(request)), 303);
  });

  const email = html`<label>Email <input type="email" name="email" autocomplete="email" required></label>`;
  app.get('/order/*', (request, reply) => sendPage(reply, { title: 'Order', body: renderOrder(request, email) }));
  app.post('/order/*', (request, reply) => {
    const fields = readFields(request);
    const address = readEmail(fields, 'email');
    const account = sandbox.world.findAccountByEmail(address) ?? sandbox.world.registerAccount(address);
    return reply.redirect(buy(sandbox, account, fields), 303);
  });
}

function findBuyer({ world }: Sandbox, token: string): Account {
  const account = world.findAccount(world.checkouts.get(token) ?? '');
  if (!account) throw notFound('payment link unknown');
  return account;
}

/** @returns the product's URL to redirect to; after a payment with a permanent token in its app-identity */
function buy(sandbox: Sandbox, account: Account, fields: ReturnType<typeof readFields>): string {
  const { world, settings } = sandbox;
  const outcome = readOneOf(fields, 'outcome', outcomes);
  if (outcome === 'cancel') return `${settings.productOrigin}/profile?profile_section=BILLING`;
  applyPurchase(account, readOneOf(fields, 'sku', Object.keys(plans) as Sku[]), outcome, sandbox);
  const token = world.permanentTokens.issue(account.id, returnTokenSeconds);
  const identity = Buffer.from(`skerry.site.order|${account.id}|${token}`).toString('base64');
  return `${settings.productOrigin}/payment/success?app-identity=${encodeURIComponent(identity)}`;
}

function applyPurchase(account: Account, sku: Sku, outcome: Outcome, { world, settings }: Sandbox): void {
  if (outcome === 'never') return;
  const now = world.clock.now();
  account.type = 'subscription';
  account.payment = { method: visaCard, status: 'succeeded', message: '' };
  if (outcome === 'paid') {
    account.state = 'active';
    account.subscription = createSubscription(account.email, sku, { billingAt: now + planPeriodMs(sku) });
    return;
  }
  account.state = 'new_account';
  const endsAt = now + settings.activationSeconds * 1000;
  account.subscription = createSubscription(account.email, sku, {
    active: false,
    cancellable: false,
    activation: { endsAt },
  });
}

function renderOrder(request: FastifyRequest, buyer: Html): Html {
  const parameters = Object.entries(request.query as Record<string, string>);
  return html`<form class="card narrow" method="post">
<div><h1>Order</h1><p class="muted">The sandbox simulates the order page <code>${request.url.split('?')[0]}</code>.</p></div>
${buyer}
<label>Plan <select name="sku">${Object.entries(plans).map(
    ([sku, { name, months, amount }]) =>
      html`<option value="${sku}"${sku === 'power-user-3m' && html` selected`}>${name}, ${months === 1 ? '1 month' : '3 months'}, €${Number(amount) / 100}</option>`,
  )}</select></label>
<div class="actions"><button class="primary" name="outcome" value="paid">Pay</button>
<button name="outcome" value="slow">Pay, activated a little later</button>
<button name="outcome" value="never">Pay, never activated</button>
<button name="outcome" value="cancel" formnovalidate>Cancel</button></div>
${parameters.length > 0 && html`<details><summary>Query parameters of this page</summary><ul>${parameters.map(([name, value]) => html`<li><code>${name}=${value}</code></li>`)}</ul></details>`}
</form>`;
}
