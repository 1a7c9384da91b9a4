import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Profile } from '#shared/profile.ts';
import { planName } from '../../profile/plan-name.ts';
import { useFormatters } from '../../profile/use-formatters.ts';
import { Badge } from '../../ui/badge.tsx';
import { Card } from '../../ui/card.tsx';
import { ClockIcon } from '../../ui/icons/clock-icon.tsx';
import { SyncIcon } from '../../ui/icons/sync-icon.tsx';
import { PlanCard, Unlimited } from '../../ui/plan-card.tsx';
import { Tooltip } from '../../ui/tooltip.tsx';
import type { PlanBadge, PlanDate, PlanView } from './plan-view.ts';

interface PlanOverviewProps {
  profile: Profile;
  view: PlanView;
  action: ReactNode;
}

/** The plan card: name, facts, what happens next, action. */
export function PlanOverview({ profile, view, action }: PlanOverviewProps) {
  const { t } = useTranslation();
  const { formatPlanName, formatPrice, formatBalance, formatDate, formatPricePerPeriod } = useFormatters();
  const name = formatPlanName(planName(profile));
  if (view.variant === 'plain') {
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
  const { badge, date, facts, sentences } = view;
  const values = {
    price: () => formatPricePerPeriod(subscription?.price, subscription?.sku),
    balance: () =>
      formatBalance(profile.pay_as_you_go_profile?.balance ?? '0', profile.pay_as_you_go_profile?.currency),
    date: () => date && formatPlanDate(date),
  };
  const labels = {
    price: t('billing.price'),
    balance: t('billing.balance'),
    date: date && t(`billing.date.${date.label}`),
  };

  function formatPlanDate({ label, date: day }: PlanDate): ReactNode {
    if (day === null) return <Unlimited label={t('billing.unlimited')} />;
    const price = label === 'attempt' ? formatPrice(subscription?.price) : '';
    return price ? t('billing.scheduledPayment', { price, date: formatDate(day) }) : formatDate(day);
  }
  return (
    <PlanCard
      name={name}
      badge={badge && <StateBadge badge={badge} />}
      facts={facts.map((fact) => ({ label: labels[fact] ?? '', value: values[fact]() }))}
      note={sentences.map(({ key, date: day }) => t(`planSentence.${key}`, { date: formatDate(day) })).join(' ')}
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
          <span>{t('billing.syncing')}</span>
        </button>
      )}
    </Tooltip>
  );
}
