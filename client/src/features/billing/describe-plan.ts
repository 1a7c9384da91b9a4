import { readDate } from '#shared/date.ts';
import type { Price, Profile } from '#shared/profile.ts';
import { type Biller, cancellationChannel, findBiller, isBilled, isGift } from '../../profile/biller.ts';
import { isPast, startOfDay } from '../../profile/is-past.ts';
import { shownPaymentMethod } from '../../profile/payment-method.ts';
import { hasPaymentIssue, isAnonymous, isVerifiedCitizen } from '../../profile/profile-rules.ts';

export type PlanAction = 'upgrade' | 'seePlans' | 'manage' | 'renew' | 'cancel';

export type PlanBadge =
  | { readonly kind: 'syncing' }
  | { readonly kind: 'trial' }
  | { readonly kind: 'grace'; readonly days: number };

/** `wasDue` and `expired` are dates that have passed, and `date` is null for an unlimited plan. */
export interface PlanDate {
  readonly label: 'next' | 'postTrial' | 'attempt' | 'wasDue' | 'expires' | 'expired';
  readonly date: Date | null;
}

/** The facts on the plan card. */
type PlanFact = 'price' | 'balance' | 'date';

/** A sentence on the plan card: the suffix of its text key, and the value of that text. */
export interface PlanSentence {
  readonly key: SentenceKey;
  readonly date?: Date;
}

type SentenceKey =
  | 'syncing'
  | 'citizen'
  | 'nothingBilled'
  | 'stillPaid'
  | 'stillPaidOn'
  | 'citizenCancel'
  | 'setapp'
  | 'appStore'
  | 'playStore'
  | 'partner'
  | 'changeThere'
  | 'renews'
  | 'cancelBefore'
  | 'cancelAnytime'
  | 'trial'
  | 'trialCancel'
  | 'noMoreCharges'
  | 'renewToKeep'
  | 'renewToReturn'
  | 'choosePlan'
  | 'choosePlanLater'
  | 'ended'
  | 'thenFree'
  | 'payOrEnds'
  | 'payOrEndsBy'
  | 'graceOver';

/** A failed payment, and how the user can settle it. `none`: nothing is due anymore. */
export interface PaymentIssue {
  readonly remedy: 'changeMethod' | 'appStore' | 'playStore' | 'elsewhere' | 'support' | 'none';
  /** The bank's own words. */
  readonly reason: string | null;
  readonly amount: Price | null;
}

/** Everything that the billing section says about a plan. */
export interface PlanView {
  /** A plain card has a name and an action only. */
  readonly variant: 'plain' | 'rich';
  readonly badge: PlanBadge | null;
  readonly date: PlanDate | null;
  /** At most two. */
  readonly facts: readonly PlanFact[];
  readonly sentences: readonly PlanSentence[];
  readonly action: PlanAction | null;
  readonly issue: PaymentIssue | null;
}

interface PlanContext {
  readonly anonymousEmailDomain: string;
  /** The page was opened with a `diia_success_url`. */
  readonly verifying: boolean;
  readonly now: Date;
}

/**
 * The plan card and the payment issue, decided together so that they never contradict each other: a sentence names an
 * action only if it is shown, no date or price appears twice, and dates that have passed are in the past tense.
 * product.md §4, decisions.md §4
 */
export function describePlan(profile: Profile, context: PlanContext): PlanView {
  const situation = findSituation(profile, context.now);
  const action = findAction(profile, situation, context);
  const date = findDate(profile, situation, context.now);
  return {
    variant: situation === 'none' && isPlain(profile) ? 'plain' : 'rich',
    badge: findBadge(profile, situation, context.now),
    date,
    facts: listFacts(profile, situation, date),
    sentences: listSentences(profile, { situation, action, date, ...context }),
    action,
    issue: findIssue(profile, situation),
  };
}

/** `ended`: the account had a plan. `none`: it has none to speak of. */
type Situation =
  | 'activating'
  | 'citizen'
  | 'setapp'
  | 'payAsYouGo'
  | 'none'
  | 'promo'
  | 'ended'
  | 'canceled'
  | 'issue'
  | 'trial'
  | 'running';

function findSituation(profile: Profile, now: Date): Situation {
  const { type, state, subscription } = profile;
  if (subscription?.subscriptionActivationInProgress) return 'activating';
  if (type === 'diia' || isVerifiedCitizen(profile)) return 'citizen';
  if (type === 'setapp') return 'setapp';
  if (type === 'pay_as_you_go') return 'payAsYouGo';
  if (!subscription || (isPlain(profile) && !subscription.hasActiveSubscription)) return 'none';
  if (isGift(profile)) return isOver(profile, now) ? 'ended' : 'promo';
  if (state === 'expired') return 'ended';
  if (state === 'canceled') return isOver(profile, now) ? 'ended' : 'canceled';
  if (state === 'grace_period' || state === 'billing_retry_period') return 'issue';
  const { hasActiveSubscription, subscriptionCancellable, subscriptionRenewable } = subscription;
  if (!hasActiveSubscription && !subscriptionCancellable && !subscriptionRenewable) return 'ended';
  return state === 'trial' ? 'trial' : 'running';
}

const isPlain = ({ type }: Pick<Profile, 'type'>): boolean =>
  type === 'free' || type === 'guest' || type === 'unknown_profile_type';

/** The end of a plan that is not billed again. */
export const findEnd = ({ subscription }: Profile): Date | null =>
  readDate(subscription?.expiration_date ?? subscription?.billing_date);

/** Whether a plan that is not billed again has ended. */
export const isOver = (profile: Profile, now: Date): boolean =>
  profile.state === 'expired' || !profile.subscription?.hasActiveSubscription || isPast(findEnd(profile), now);

/** Texts name days, not times, so today is not in the future. */
export const isFuture = (date: Date | null, now: Date): boolean => date !== null && startOfDay(date) > startOfDay(now);

function findAction(
  profile: Profile,
  situation: Situation,
  { anonymousEmailDomain, verifying }: PlanContext,
): PlanAction | null {
  const { type, state, subscription } = profile;
  if (type === 'diia' || verifying || situation === 'activating') return null;
  if (isAnonymous(profile, anonymousEmailDomain)) return null;
  if (type === 'setapp') return 'manage';
  // Premium is free for citizens: there is nothing to buy, only to cancel.
  if (situation === 'citizen') return isBilled(profile) && subscription?.subscriptionCancellable ? 'cancel' : null;
  if (type === 'free') return 'upgrade';
  if (subscription?.subscriptionRenewable) return 'renew';
  const endable = situation !== 'ended' && situation !== 'none' && state !== 'canceled' && state !== 'expired';
  if (endable && subscription?.subscriptionCancellable) return 'cancel';
  return situation === 'ended' || situation === 'none' || situation === 'payAsYouGo' ? 'seePlans' : null;
}

function findDate(profile: Profile, situation: Situation, now: Date): PlanDate | null {
  const billing = readDate(profile.subscription?.billing_date);
  const expiration = readDate(profile.subscription?.expiration_date);
  // Of a plan that nobody bills again, for example one paid in advance.
  const end =
    expiration && !isPast(expiration, now) && !isBilled(profile)
      ? ({ label: 'expires', date: expiration } as const)
      : null;
  switch (situation) {
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
      return { label: situation === 'issue' ? 'attempt' : 'next', date: billing };
  }
}

function findBadge({ state, subscription }: Profile, situation: Situation, now: Date): PlanBadge | null {
  if (situation === 'activating') return { kind: 'syncing' };
  if (situation === 'trial') return { kind: 'trial' };
  const end = readDate(subscription?.end_grace_period_date);
  if (situation !== 'issue' || state !== 'grace_period' || !end || isPast(end, now)) return null;
  return { kind: 'grace', days: countGraceDays(end, now) };
}

const dayMs = 86_400_000;

/** Days left, floor of ms / 86_400_000; 0 on the last day. product.md §4 */
export const countGraceDays = (end: Date, now: Date): number =>
  Math.max(0, Math.floor((end.getTime() - now.getTime()) / dayMs));

const isPriced = (price: Price | null | undefined): price is Price => price != null && Number(price.amount) > 0;

// The labels of dates on which a payment is due. A payment attempt shows its price beside its date.
const pricedLabels: readonly PlanDate['label'][] = ['next', 'postTrial', 'wasDue'];

function listFacts({ type, subscription }: Profile, situation: Situation, date: PlanDate | null): PlanFact[] {
  const due = situation === 'activating' || (date !== null && pricedLabels.includes(date.label));
  return [
    ...(situation === 'payAsYouGo' ? (['balance'] as const) : []),
    ...(due && type !== 'setapp' && isPriced(subscription?.price) ? (['price'] as const) : []),
    ...(date ? (['date'] as const) : []),
  ];
}

interface Shown extends PlanContext {
  readonly situation: Situation;
  readonly action: PlanAction | null;
  readonly date: PlanDate | null;
}

function listSentences(profile: Profile, shown: Shown): PlanSentence[] {
  const { situation, action, date, now } = shown;
  switch (situation) {
    case 'activating':
      return say('syncing');
    case 'citizen':
      return describeCitizen(profile, shown);
    case 'setapp':
      if (!isBilled(profile)) return [];
      return say('setapp', action === 'manage' && 'changeThere');
    case 'payAsYouGo':
    case 'none':
      return [];
    case 'promo':
      return say(date !== null && 'thenFree');
    case 'canceled':
      return say(
        'noMoreCharges',
        action === 'renew' && 'renewToKeep',
        action === null && !shown.verifying && !isAnonymous(profile, shown.anonymousEmailDomain) && 'choosePlanLater',
      );
    case 'ended':
      return say(
        date === null && 'ended',
        !isGift(profile) && 'noMoreCharges',
        action === 'renew' && 'renewToReturn',
        action === 'seePlans' && 'choosePlan',
      );
    case 'issue': {
      const end = readDate(profile.subscription?.end_grace_period_date);
      // The date line already names the day.
      if (!end || (date?.date && startOfDay(end) === startOfDay(date.date))) return say('payOrEnds');
      return [{ key: isPast(end, now) ? 'graceOver' : 'payOrEndsBy', date: end }];
    }
    case 'trial':
      return say(
        date !== null && 'trial',
        ...billedBy(profile),
        ...(date?.label === 'postTrial' && action === 'cancel'
          ? (['trialCancel'] as const)
          : sayCancel(profile, shown)),
      );
    case 'running': {
      const renews = date?.label === 'next' && action !== 'renew' && !hasPaymentIssue(profile);
      return say(
        findBiller(profile) === 'us' && renews && 'renews',
        ...billedBy(profile),
        ...sayCancel(profile, shown),
      );
    }
  }
}

function describeCitizen(profile: Profile, { action, now }: Shown): PlanSentence[] {
  if (!isBilled(profile)) return say('citizen', 'nothingBilled');
  if (profile.type === 'setapp') return say('citizen', 'setapp', action === 'manage' && 'changeThere');
  const date = readDate(profile.subscription?.billing_date);
  return [
    ...say('citizen'),
    date && !isPast(date, now) ? { key: 'stillPaidOn', date } : { key: 'stillPaid' },
    ...say(action === 'cancel' && 'citizenCancel'),
  ];
}

const namedBillers: readonly Biller[] = ['appStore', 'playStore', 'partner'];

const billedBy = (profile: Profile): SentenceKey[] => {
  const biller = findBiller(profile);
  return namedBillers.includes(biller) ? [biller as 'appStore' | 'playStore' | 'partner'] : [];
};

function sayCancel(profile: Profile, { action, date }: Shown): SentenceKey[] {
  if (action !== 'cancel') return [];
  if (cancellationChannel(profile) !== 'here') return ['changeThere'];
  return [date?.label === 'next' ? 'cancelBefore' : 'cancelAnytime'];
}

const say = (...keys: readonly (SentenceKey | false)[]): PlanSentence[] =>
  keys.flatMap((key) => (key ? [{ key }] : []));

function findIssue(profile: Profile, situation: Situation): PaymentIssue | null {
  if (!hasPaymentIssue(profile)) return null;
  const { payment_data: data, subscription } = profile;
  const due = situation === 'issue' || situation === 'running' || situation === 'trial';
  return {
    remedy: due ? findRemedy(profile) : 'none',
    reason: data?.payment_status_msg?.trim() || null,
    amount: due && isPriced(subscription?.price) ? subscription.price : null,
  };
}

function findRemedy(profile: Profile): PaymentIssue['remedy'] {
  const biller = findBiller(profile);
  if (biller === 'appStore' || biller === 'playStore') return biller;
  if (biller === 'partner') return 'elsewhere';
  if (shownPaymentMethod(profile)?.can_edited) return 'changeMethod';
  return biller === 'us' ? 'support' : 'elsewhere';
}

/** Whether a fresh profile shows the renewal. The upstream may omit fields that are false. */
export const isRenewed = ({ subscription }: Pick<Profile, 'subscription'>): boolean =>
  subscription?.hasActiveSubscription === true && subscription.subscriptionRenewable !== true;
