import { readDate } from '#shared/date.ts';
import type { Profile } from '#shared/profile.ts';
import { isBilled } from '../../profile/biller.ts';
import { isFuture, isPast } from '../../profile/calendar-days.ts';
import { isPriced } from '../../profile/profile-rules.ts';
import { findPaymentIssue } from './payment-issue.ts';
import { findPlanAction } from './plan-action.ts';
import { listSentences } from './plan-sentences.ts';
import { findEnd, findStatus, isPlain, type PlanStatus } from './plan-status.ts';
import type { PlanBadge, PlanContext, PlanDate, PlanFact, PlanView } from './plan-view.ts';

/**
 * The plan card and the payment issue, decided together so that they never contradict each other: a sentence names an
 * action only if it is shown, no date or price appears twice, and dates that have passed are in the past tense.
 * product.md §4, decisions.md §4
 */
export function describePlan(profile: Profile, context: PlanContext): PlanView {
  const status = findStatus(profile, context.now);
  const action = findPlanAction(profile, status, context);
  const date = findDate(profile, status, context.now);
  return {
    variant: status === 'none' && isPlain(profile) ? 'plain' : 'rich',
    badge: findBadge(profile, status, context.now),
    date,
    facts: listFacts(profile, status, date),
    sentences: listSentences(profile, { status, action, date, ...context }),
    action,
    issue: findPaymentIssue(profile, status),
  };
}

function findDate(profile: Profile, status: PlanStatus, now: Date): PlanDate | null {
  const billing = readDate(profile.subscription?.billing_date);
  const expiration = readDate(profile.subscription?.expiration_date);
  // The end of a plan that does not renew, for example a prepaid one.
  const end =
    expiration && !isPast(expiration, now) && !isBilled(profile)
      ? ({ label: 'expires', date: expiration } as const)
      : null;
  switch (status) {
    case 'activating':
    case 'none':
      return null;
    case 'citizen':
      return { label: 'expires', date: null };
    case 'payAsYouGo': {
      const date = readDate(profile.pay_as_you_go_profile?.expiration_date);
      return date && { label: isPast(date, now) ? 'expired' : 'expires', date };
    }
    case 'setapp':
      if (billing) return isPast(billing, now) ? null : { label: 'next', date: billing };
      return expiration && { label: isPast(expiration, now) ? 'expired' : 'expires', date: expiration };
    case 'promo':
    case 'canceled': {
      const date = findEnd(profile);
      return date && { label: 'expires', date };
    }
    case 'ended': {
      const date = findEnd(profile);
      return date && !isFuture(date, now) ? { label: 'expired', date } : null;
    }
    case 'trial':
      if (billing) return isPast(billing, now) ? null : { label: 'postTrial', date: billing };
      return end;
    case 'issue':
    case 'running':
      if (!billing) return end;
      if (isPast(billing, now)) return { label: 'wasDue', date: billing };
      return { label: status === 'issue' ? 'attempt' : 'next', date: billing };
  }
}

function findBadge({ state, subscription }: Profile, status: PlanStatus, now: Date): PlanBadge | null {
  if (status === 'activating') return { kind: 'syncing' };
  if (status === 'trial') return { kind: 'trial' };
  const end = readDate(subscription?.end_grace_period_date);
  if (status !== 'issue' || state !== 'grace_period' || !end || isPast(end, now)) return null;
  return { kind: 'grace', days: countGraceDays(end, now) };
}

const dayMs = 86_400_000;

/** Days left, floor of ms / 86_400_000; 0 on the last day. product.md §4 */
export const countGraceDays = (end: Date, now: Date): number =>
  Math.max(0, Math.floor((end.getTime() - now.getTime()) / dayMs));

// The labels of dates on which a payment is due. A payment attempt shows its price beside its date.
const pricedLabels: readonly PlanDate['label'][] = ['next', 'postTrial', 'wasDue'];

function listFacts({ type, subscription }: Profile, status: PlanStatus, date: PlanDate | null): PlanFact[] {
  const due = status === 'activating' || (date !== null && pricedLabels.includes(date.label));
  return [
    ...(status === 'payAsYouGo' ? (['balance'] as const) : []),
    ...(due && type !== 'setapp' && isPriced(subscription?.price) ? (['price'] as const) : []),
    ...(date ? (['date'] as const) : []),
  ];
}
