import type { ComponentProps } from 'react';
import { useTranslation } from 'react-i18next';
import type { Profile } from '#shared/profile.ts';
import { type ProfileState, profileStates } from '#shared/wire-values.ts';
import type { TextKey } from '../../i18n/i18n.ts';
import { planName } from '../../profile/plan-name.ts';
import { hasPaymentIssue } from '../../profile/profile-rules.ts';
import { useFormatters } from '../../profile/use-formatters.ts';
import { Badge } from '../../ui/badge.tsx';
import { AlertIcon } from '../../ui/icons/alert-icon.tsx';
import { BillingIcon } from '../../ui/icons/billing-icon.tsx';
import { CheckIcon } from '../../ui/icons/check-icon.tsx';
import { ClockIcon } from '../../ui/icons/clock-icon.tsx';
import { ListRow } from '../../ui/list-row.tsx';

type Look = Omit<ComponentProps<typeof Badge>, 'children'>;

const good = { tone: 'success', icon: <CheckIcon /> } as const;
const soon = { tone: 'beacon', icon: <ClockIcon /> } as const;
const bad = { tone: 'danger', icon: <AlertIcon /> } as const;

/** Unknown states have no badge. */
const states: Readonly<Record<ProfileState, { text: TextKey; look: Look } | null>> = {
  unknown_profile_state: null,
  new_account: { text: 'planState.newAccount', look: { tone: 'accent' } },
  active: { text: 'planState.active', look: good },
  trial: { text: 'planState.trial', look: { tone: 'accent' } },
  canceled: { text: 'planState.canceled', look: soon },
  grace_period: { text: 'planState.gracePeriod', look: soon },
  billing_retry_period: { text: 'planState.billingRetry', look: bad },
  expired: { text: 'planState.expired', look: bad },
};

/** The plan and its state. */
export function PlanRow({ profile }: { profile: Profile }) {
  const { t } = useTranslation();
  const { formatPlanName } = useFormatters();
  const state = states[findShownState(profile)];
  return (
    <ListRow
      icon={<BillingIcon />}
      label={t('account.plan')}
      title={formatPlanName(planName(profile))}
      action={state && <Badge {...state.look}>{t(state.text)}</Badge>}
    />
  );
}

/** A failed payment counts as an issue while the plan is billed. */
function findShownState(profile: Profile): ProfileState {
  const { state } = profile;
  const isBilled = state === 'active' || state === 'new_account' || state === 'trial';
  if (isBilled && hasPaymentIssue(profile)) return 'billing_retry_period';
  return profileStates.includes(state) ? state : 'unknown_profile_state';
}
