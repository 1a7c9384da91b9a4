import { readDate } from '#shared/date.ts';
import type { Profile } from '#shared/profile.ts';
import { type Biller, cancellationChannel, findBiller, isBilled, isGift } from '../../profile/biller.ts';
import { isPast, startOfDay } from '../../profile/calendar-days.ts';
import { hasPaymentIssue, isAnonymous } from '../../profile/profile-rules.ts';
import type { PlanAction } from './plan-action.ts';
import type { PlanStatus } from './plan-status.ts';
import type { PlanContext, PlanDate, PlanSentence, SentenceKey } from './plan-view.ts';

/** What else the plan card shows. */
interface Shown extends PlanContext {
  readonly status: PlanStatus;
  readonly action: PlanAction | null;
  readonly date: PlanDate | null;
}

/** A sentence names an action only if it is shown. product.md §4, decisions.md §4 */
export function listSentences(profile: Profile, shown: Shown): PlanSentence[] {
  const { status, action, date, now } = shown;
  switch (status) {
    case 'activating':
      return toSentences('syncing');
    case 'citizen':
      return describeCitizen(profile, shown);
    case 'setapp':
      if (!isBilled(profile)) return [];
      return toSentences('setapp', action === 'manage' && 'changeThere');
    case 'payAsYouGo':
    case 'none':
      return [];
    case 'promo':
      return toSentences(date !== null && 'thenFree');
    case 'canceled':
      return toSentences(
        'noMoreCharges',
        action === 'renew' && 'renewToKeep',
        action === null && !shown.verifying && !isAnonymous(profile, shown.anonymousEmailDomain) && 'choosePlanLater',
      );
    case 'ended':
      return toSentences(
        date === null && 'ended',
        !isGift(profile) && 'noMoreCharges',
        action === 'renew' && 'renewToReturn',
        action === 'seePlans' && 'choosePlan',
      );
    case 'issue': {
      const end = readDate(profile.subscription?.end_grace_period_date);
      // The date line already names the day.
      if (!end || (date?.date && startOfDay(end) === startOfDay(date.date))) return toSentences('payOrEnds');
      return [{ key: isPast(end, now) ? 'graceOver' : 'payOrEndsBy', date: end }];
    }
    case 'trial':
      return toSentences(
        date !== null && 'trial',
        ...billedBy(profile),
        ...(date?.label === 'postTrial' && action === 'cancel'
          ? (['trialCancel'] as const)
          : listCancelKeys(profile, shown)),
      );
    case 'running': {
      const renews = date?.label === 'next' && action !== 'renew' && !hasPaymentIssue(profile);
      return toSentences(
        findBiller(profile) === 'us' && renews && 'renews',
        ...billedBy(profile),
        ...listCancelKeys(profile, shown),
      );
    }
  }
}

function describeCitizen(profile: Profile, { action, now }: Shown): PlanSentence[] {
  if (!isBilled(profile)) return toSentences('citizen', 'nothingBilled');
  if (profile.type === 'setapp') return toSentences('citizen', 'setapp', action === 'manage' && 'changeThere');
  const date = readDate(profile.subscription?.billing_date);
  return [
    ...toSentences('citizen'),
    date && !isPast(date, now) ? { key: 'stillPaidOn', date } : { key: 'stillPaid' },
    ...toSentences(action === 'cancel' && 'citizenCancel'),
  ];
}

const namedBillers: readonly Biller[] = ['appStore', 'playStore', 'partner'];

const billedBy = (profile: Profile): SentenceKey[] => {
  const biller = findBiller(profile);
  return namedBillers.includes(biller) ? [biller as 'appStore' | 'playStore' | 'partner'] : [];
};

function listCancelKeys(profile: Profile, { action, date }: Shown): SentenceKey[] {
  if (action !== 'cancel') return [];
  if (cancellationChannel(profile) !== 'here') return ['changeThere'];
  return [date?.label === 'next' ? 'cancelBefore' : 'cancelAnytime'];
}

const toSentences = (...keys: readonly (SentenceKey | false)[]): PlanSentence[] =>
  keys.flatMap((key) => (key ? [{ key }] : []));
