import { useTranslation } from 'react-i18next';
import type { Referral } from '#shared/profile.ts';
import { inviterPercent } from '../../profile/discount.ts';
import { useFormatters } from '../../profile/use-formatters.ts';
import { Badge } from '../../ui/badge.tsx';
import { Card } from '../../ui/card.tsx';
import { classNames } from '../../ui/class-names.ts';
import { AchievementArt } from './achievement-art.tsx';
import './achievements.css';

interface AchievementsProps {
  referral: Referral;
  /** The discount is taken off the next payment instead of the first. */
  billed: boolean;
}

/**
 * The discount now and how it is applied, one light per allowed invite, lit for each friend who joined, and the number
 * of invites left. product.md §4
 */
export function Achievements({ referral, billed }: AchievementsProps) {
  const { t } = useTranslation();
  const { formatPercent } = useFormatters();
  const { referrals_count: friends, referrals_limit: limit } = referral;
  const left = Math.max(limit - friends, 0);
  const percent = inviterPercent(friends);
  const applied = billed ? t('referral.appliedNext') : t('referral.appliedFirst');
  const how = percent > 0 ? applied : t('referral.firstFriend', { percent: formatPercent(inviterPercent(1)) });
  return (
    <Card>
      <div className="card__head card__head--wrap">
        <h2 className="h3">{t('referral.discountNow', { percent: formatPercent(percent) })}</h2>
        {left > 0 ? (
          <Badge tone="accent">{t('referral.moreInvites', { count: left })}</Badge>
        ) : (
          <Badge>{t('referral.allUsed', { count: limit })}</Badge>
        )}
      </div>
      <p className="small soft achievements__how">{how}</p>
      {/* biome-ignore lint/a11y/noRedundantRoles: VoiceOver ignores lists without markers. */}
      <ol className="lights" role="list">
        {Array.from({ length: limit }, (_, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: invites have no other key.
          <li key={place} className={classNames('light', place < friends && 'is-on')}>
            <span className="light__disc">
              <AchievementArt place={place} />
            </span>
            <span>
              <span className="light__pct">{formatPercent(inviterPercent(place + 1))}</span>
              {place < friends && <span className="visually-hidden">{` ${t('referral.reached')}`}</span>}
            </span>
          </li>
        ))}
      </ol>
    </Card>
  );
}
