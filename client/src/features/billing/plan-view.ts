import type { Price } from '#shared/profile.ts';
import type { ActionContext, PlanAction } from './plan-action.ts';

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
export type PlanFact = 'price' | 'balance' | 'date';

/** A sentence on the plan card: the suffix of its text key, and the value of that text. */
export interface PlanSentence {
  readonly key: SentenceKey;
  readonly date?: Date;
}

export type SentenceKey =
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

/** What the page knows beside the profile. */
export interface PlanContext extends ActionContext {
  readonly now: Date;
}
