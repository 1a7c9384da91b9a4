import { useTranslation } from 'react-i18next';
import type { Referral } from '#shared/profile.ts';
import { inviterPercent } from '../../profile/discount.ts';
import { useFormatters } from '../../profile/use-formatters.ts';
import { Badge } from '../../ui/badge.tsx';
import { Card } from '../../ui/card.tsx';
import { classNames } from '../../ui/class-names.ts';
import { CheckIcon } from '../../ui/icons/check-icon.tsx';
import { AchievementArt } from './achievement-art.tsx';
import './achievements.css';

/** One light per allowed invite, lit for each friend who joined, and the number of invites left. product.md §4 */
export function Achievements({ referral }: { referral: Referral }) {
  const { t } = useTranslation();
  const { formatPercent } = useFormatters();
  const { referrals_count: friends, referrals_limit: limit } = referral;
  const left = Math.max(limit - friends, 0);
  return (
    <Card>
      <div className="card__head card__head--wrap">
        <h2 className="h3">{t('referral.yourDiscount')}</h2>
        {left > 0 ? (
          <Badge tone="accent">{t('referral.moreInvites', { count: left })}</Badge>
        ) : (
          <Badge tone="success" icon={<CheckIcon />}>
            {formatPercent(inviterPercent(friends))}
          </Badge>
        )}
      </div>
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
              {place < friends && <span className="visually-hidden"> {t('referral.reached')}</span>}
            </span>
          </li>
        ))}
      </ol>
    </Card>
  );
}
