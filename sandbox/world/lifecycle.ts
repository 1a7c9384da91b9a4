import type { Account, Subscription } from './account.ts';
import { planPeriodMs } from './plans.ts';

export const restorableMs = 30 * 86_400_000;

/** Whether the account can still be restored: within 30 days. product.md §9 */
export const isRestorable = ({ deletion }: Account, now: number): boolean =>
  deletion !== null && now - deletion.at < restorableMs;

/** Applies what happens over time: activations complete, periods renew, grace periods and promos end. */
export function applyElapsedTime(account: Account, now: number): Account {
  const { subscription, deletion } = account;
  if (deletion && !isRestorable(account, now)) account.deletion = { at: deletion.at, profile: 'refused' };
  if (!subscription) return account;
  completeActivation(account, subscription, now);
  if (!subscription.late) {
    renewPeriods(account, subscription, now);
    endGrace(account, subscription, now);
  }
  expire(account, subscription, now);
  return account;
}

function completeActivation(account: Account, subscription: Subscription, now: number): void {
  const { activation } = subscription;
  if (typeof activation === 'string' || now < activation.endsAt) return;
  subscription.activation = 'none';
  subscription.active = true;
  subscription.cancellable = true;
  subscription.billingAt = activation.endsAt + planPeriodMs(subscription.sku);
  account.type = 'subscription';
  account.state = 'active';
}

function renewPeriods(account: Account, subscription: Subscription, now: number): void {
  if (account.state !== 'active' && account.state !== 'trial') return;
  while (subscription.active && subscription.billingAt !== null && subscription.billingAt <= now) {
    subscription.billingAt += planPeriodMs(subscription.sku);
    account.state = 'active';
  }
}

function endGrace(account: Account, subscription: Subscription, now: number): void {
  if (account.state !== 'grace_period' || subscription.graceEndsAt === null || now < subscription.graceEndsAt) return;
  account.state = 'expired';
  subscription.expiresAt = subscription.graceEndsAt;
  stop(subscription);
}

function expire(account: Account, subscription: Subscription, now: number): void {
  if (!subscription.active || subscription.expiresAt === null || now < subscription.expiresAt) return;
  account.state = 'expired';
  stop(subscription);
}

function stop(subscription: Subscription): void {
  subscription.active = false;
  subscription.cancellable = false;
  subscription.renewable = subscription.vendor === 'chargebee' || subscription.vendor === 'stripe';
}
