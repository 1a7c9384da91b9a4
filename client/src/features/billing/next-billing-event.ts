import { readDate } from '#shared/date.ts';
import type { Price, Profile, Subscription } from '#shared/profile.ts';
import { findBiller } from '../../profile/biller.ts';

/** One sentence on what happens next, as the end of its key, with what it tells. */
export interface BillingEvent {
  readonly key:
    | 'syncing'
    | 'setapp'
    | 'citizen'
    | 'promo'
    | 'canceled'
    | 'canceledRenewable'
    | 'expired'
    | 'expiredRenewable'
    | 'appStore'
    | 'playStore'
    | 'appStoreIssue'
    | 'playStoreIssue'
    | 'partner'
    | 'partnerCancellable'
    | 'partnerIssue'
    | 'partnerTrial'
    | 'due'
    | 'dueIssue'
    | 'trial'
    | 'retryEditable'
    | 'retryEditableEnds'
    | 'retry'
    | 'retryEnds'
    | 'renews'
    | 'renewsCancellable';
  readonly price?: Price;
  readonly date?: Date;
  /** When access ends unless a payment succeeds. */
  readonly end?: Date;
}

/** What the account's owner has to expect; null where nothing happens by itself or the answer leaves out when. */
export function nextBillingEvent(
  profile: Pick<Profile, 'type' | 'state' | 'subscription' | 'payment_data'>,
): BillingEvent | null {
  const { type, subscription } = profile;
  if (subscription?.subscriptionActivationInProgress) return { key: 'syncing' };
  if (type === 'setapp') return { key: 'setapp' };
  if (type === 'diia' || subscription?.vendor === 'diia') return { key: 'citizen' };
  if (!subscription || type === 'free' || type === 'pay_as_you_go') return null;
  const expiration = readDate(subscription.expiration_date);
  if (type === 'promo' && profile.state !== 'expired') return expiration && { key: 'promo', date: expiration };
  switch (profile.state) {
    case 'canceled':
      return (
        expiration && { key: subscription.subscriptionRenewable ? 'canceledRenewable' : 'canceled', date: expiration }
      );
    case 'expired':
      return (
        expiration && { key: subscription.subscriptionRenewable ? 'expiredRenewable' : 'expired', date: expiration }
      );
    default:
      return nextPayment(profile, subscription);
  }
}

/** What the one who charges does next. Only where that is us, a sentence may say “we”. */
function nextPayment(
  profile: Pick<Profile, 'state' | 'subscription' | 'payment_data'>,
  subscription: Subscription,
): BillingEvent | null {
  const { state } = profile;
  const failed = state === 'grace_period' || state === 'billing_retry_period';
  const date = readDate(subscription.billing_date);
  const { price } = subscription;
  const biller = findBiller(profile);
  switch (biller) {
    case 'us':
      return ownBilling(profile, subscription);
    case 'nobody': {
      const end = readDate(subscription.expiration_date);
      return end && { key: 'promo', date: end };
    }
    case 'unknown':
      if (failed) return { key: 'dueIssue' };
      return date && price ? { key: 'due', price, date } : null;
    case 'partner':
      if (failed) return { key: 'partnerIssue' };
      if (!date || !price) return null;
      if (state === 'trial') return { key: 'partnerTrial', price, date };
      return { key: subscription.subscriptionCancellable ? 'partnerCancellable' : 'partner', price, date };
    default:
      return failed ? { key: `${biller}Issue` } : date && { key: biller, date };
  }
}

function ownBilling(
  { state, payment_data: data }: Pick<Profile, 'state' | 'payment_data'>,
  subscription: Subscription,
): BillingEvent | null {
  const date = readDate(subscription.billing_date);
  const { price } = subscription;
  if (!date || !price) return null;
  if (state === 'trial') return { key: 'trial', price, date };
  if (state === 'grace_period' || state === 'billing_retry_period') {
    const end = readDate(subscription.end_grace_period_date);
    // Only what can be changed here is named as a way out.
    const key = data?.payment_method?.can_edited ? 'retryEditable' : 'retry';
    return end ? { key: `${key}Ends`, price, date, end } : { key, price, date };
  }
  return { key: subscription.subscriptionCancellable ? 'renewsCancellable' : 'renews', price, date };
}
