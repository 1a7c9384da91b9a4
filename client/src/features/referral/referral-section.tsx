import { useTranslation } from 'react-i18next';
import type { Profile, Referral } from '#shared/profile.ts';
import { isBilled } from '../../profile/biller.ts';
import { inviterPercent } from '../../profile/discount.ts';
import { PlansLink } from '../../profile/plans-link.tsx';
import { allInvitesUsed } from '../../profile/referral-access.ts';
import { useFormatters } from '../../profile/use-formatters.ts';
import { start } from '../../start.ts';
import { Banner } from '../../ui/banner.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { Steps } from '../../ui/steps.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { Achievements } from './achievements.tsx';
import { maxedOutBanner } from './referral-rules.ts';
import { Share } from './share.tsx';
import './referral-section.css';

/** "Refer a friend": the link to share, the discounts, and how it works. product.md §2 */
export function ReferralSection({ profile }: { profile: Profile }) {
  const { t } = useTranslation();
  const { formatPercent } = useFormatters();
  const { referral, state } = profile;
  const used = referral != null && allInvitesUsed(referral);
  const maxedOut = referral ? maxedOutBanner(referral, state) : null;
  return (
    <>
      <div className="page-head">
        <PageTitle title={t('referral.title')} />
        {!used && (
          <p className="small soft">{t('referral.intro', { friend: formatPercent(20), inviter: formatPercent(90) })}</p>
        )}
      </div>
      <div className="stack gap-4">
        {referral && maxedOut && <MaxedOut referral={referral} kind={maxedOut} />}
        {referral?.referral_url && !used && <Share url={referral.referral_url} />}
        {referral && !maxedOut && referral.referrals_limit > 0 && (
          <Achievements referral={referral} billed={isBilled(profile)} />
        )}
        {!referral?.referral_url && !used && <Banner tone="info">{t('referral.linkMissing')}</Banner>}
        {!used && <HowItWorks />}
        <p>
          <TextLink block href={start.links.referralTerms}>
            {t('referral.learnMore')}
          </TextLink>
        </p>
      </div>
    </>
  );
}

/** Not shown when all invites are used: its first step is to send the link. */
function HowItWorks() {
  const { t } = useTranslation();
  const { formatPercent } = useFormatters();
  return (
    <Card>
      <h2 className="h3">{t('referral.howItWorks')}</h2>
      <div className="mt-4">
        <Steps
          steps={[
            t('referral.step1'),
            t('referral.step2', { friend: formatPercent(20) }),
            t('referral.step3', {
              percents: [1, 2, 3, 4, 5].map((friends) => formatPercent(inviterPercent(friends))).join(', '),
            }),
          ]}
        />
      </div>
    </Card>
  );
}

function MaxedOut({ referral, kind }: { referral: Referral; kind: 'affiliate' | 'upgrade' }) {
  const { t } = useTranslation();
  const { formatPercent } = useFormatters();
  const count = referral.referrals_limit;
  if (kind === 'affiliate') {
    return (
      <Banner
        tone="success"
        title={t('referral.allUsed', { count })}
        action={
          <ButtonLink size="sm" href={start.links.affiliate}>
            {t('referral.affiliate')}
          </ButtonLink>
        }
      >
        {t('referral.allUsedText')}
      </Banner>
    );
  }
  return (
    <Banner
      tone="success"
      title={t('referral.congratulation', { count })}
      action={
        <PlansLink primary small>
          {t('referral.upgrade')}
        </PlansLink>
      }
    >
      {t('referral.congratulationText', { percent: formatPercent(inviterPercent(count)) })}
    </Banner>
  );
}
