import type { FastifyInstance, FastifyRequest } from 'fastify';
import { failedPrecondition, notFound, Problem } from '../problem.ts';
import { readFields, readText } from '../read-body.ts';
import type { Sandbox } from '../sandbox.ts';
import { authenticate } from '../session/authenticate.ts';
import type { Account, Subscription } from '../world/account.ts';
import { planPeriodMs } from '../world/plans.ts';

export function registerSubscription(app: FastifyInstance, sandbox: Sandbox): void {
  app.post('/web/v1/store/cancel-subscription', (request, reply) => {
    const { account, subscription } = findSubscription(sandbox, request);
    if (!subscription.cancellable) throw failedPrecondition('subscription is not cancellable');
    const now = sandbox.world.clock.now();
    // The paid period, or the grace period, stays active until its end.
    subscription.expiresAt = subscription.graceEndsAt ?? subscription.billingAt ?? now;
    subscription.cancellable = false;
    subscription.renewable = true;
    account.state = 'canceled';
    return reply.send({});
  });

  app.post('/web/v1/store/subscription/renew', (request, reply) => {
    const { account, subscription } = findSubscription(sandbox, request);
    if (!subscription.renewable) throw failedPrecondition('subscription is not renewable');
    if (subscription.renewalFails) throw new Problem(500, 13, 'internal error');
    const now = sandbox.world.clock.now();
    // An active subscription continues; an expired one starts a new period today.
    subscription.billingAt = subscription.active ? subscription.expiresAt : now + planPeriodMs(subscription.sku);
    subscription.expiresAt = null;
    subscription.graceEndsAt = null;
    subscription.active = true;
    subscription.cancellable = true;
    subscription.renewable = false;
    account.type = 'subscription';
    account.state = 'active';
    return reply.send({});
  });
}

function findSubscription(sandbox: Sandbox, request: FastifyRequest): { account: Account; subscription: Subscription } {
  const account = authenticate(sandbox, request);
  const id = readText(readFields(request), 'subscription_id');
  const { subscription } = account;
  if (subscription?.id !== id) throw notFound('subscription not found');
  return { account, subscription };
}
