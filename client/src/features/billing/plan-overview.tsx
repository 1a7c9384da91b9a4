import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Profile } from '#shared/profile.ts';
import { planName } from '../../profile/plan-name.ts';
import { useWords } from '../../profile/use-words.ts';
import { Badge } from '../../ui/badge.tsx';
import { Card } from '../../ui/card.tsx';
import { ClockIcon } from '../../ui/icons/clock-icon.tsx';
import { SyncIcon } from '../../ui/icons/sync-icon.tsx';
import { PlanCard } from '../../ui/plan-card.tsx';
import { Tooltip } from '../../ui/tooltip.tsx';
import { Unlimited } from '../../ui/unlimited.tsx';
import { nextStep } from './next-step.ts';
import { type PlanBadge, planBadge } from './plan-badge.ts';
import { type PlanDate, planDate } from './plan-date.ts';
import { planFacts } from './plan-facts.ts';
import { planLook } from './plan-look.ts';

interface PlanOverviewProps {
  profile: Profile;
  action: ReactNode;
}

/** What the account has, until when, what happens next, and the one thing to do about it. */
export function PlanOverview({ profile, action }: PlanOverviewProps) {
  const { t } = useTranslation();
  const { sayPlan, sayPrice, sayBalance, sayDate, sayPricePerPeriod } = useWords();
  const name = sayPlan(planName(profile));
  if (planLook(profile) === 'plain') {
    return (
      <Card className="row row--wrap row--between gap-2">
        <div>
          <p className="small muted">{t('billing.currentPlan')}</p>
          <h2 className="h1">{name}</h2>
        </div>
        {action}
      </Card>
    );
  }
  const { subscription } = profile;
  const date = planDate(profile);
  const badge = planBadge(profile, new Date());
  const next = nextStep(profile);
  const values = {
    price: () => sayPricePerPeriod(subscription?.price, subscription?.sku),
    balance: () => sayBalance(profile.pay_as_you_go_profile?.balance ?? ''),
    date: () => date && sayPlanDate(date),
  };
  const labels = {
    price: t('billing.price'),
    balance: t('billing.balance'),
    date: date && t(`billing.date.${date.label}`),
  };

  function sayPlanDate({ label, date: day }: PlanDate): ReactNode {
    if (day === null) return <Unlimited label={t('billing.unlimited')} />;
    const price = label === 'attempt' ? sayPrice(subscription?.price) : '';
    return price ? t('billing.scheduledPayment', { price, date: sayDate(day) }) : sayDate(day);
  }
  return (
    <PlanCard
      name={name}
      badge={badge && <StateBadge badge={badge} />}
      facts={planFacts(profile, date).map((fact) => ({ label: labels[fact] ?? '', value: values[fact]() }))}
      note={
        next &&
        t(`nextStep.${next.key}`, { price: sayPrice(next.price), date: sayDate(next.date), end: sayDate(next.end) })
      }
      action={action}
    />
  );
}

function StateBadge({ badge }: { badge: PlanBadge }) {
  const { t } = useTranslation();
  if (badge.kind === 'trial') {
    return (
      <Badge tone="plain" icon={<ClockIcon />}>
        {t('billing.trial')}
      </Badge>
    );
  }
  if (badge.kind === 'grace') {
    return (
      <Badge tone="solid-beacon" icon={<ClockIcon />}>
        {badge.days === 0 ? t('billing.graceLastDay') : t('billing.graceDays', { count: badge.days })}
      </Badge>
    );
  }
  return (
    <Tooltip text={t('billing.syncingHint')}>
      {(description) => (
        <button type="button" className="badge badge--plain badge--btn" aria-describedby={description}>
          <SyncIcon />
          {t('billing.syncing')}
        </button>
      )}
    </Tooltip>
  );
}
