import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { Profile, Referral } from '#shared/profile.ts';
import { inviterPercent } from '../../profile/discount.ts';
import { useFormatters } from '../../profile/use-formatters.ts';
import { start } from '../../start.ts';
import { Banner } from '../../ui/banner.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { Steps } from '../../ui/steps.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { Achievements } from './achievements.tsx';
import { FacebookMark, XMark } from './network-marks.tsx';
import { maxedOutBanner, shareLinks } from './referral-rules.ts';
import './referral-section.css';

/** "Refer a friend": the link to share, the discounts, and how it works. product.md §2 */
export function ReferralSection({ profile }: { profile: Profile }) {
  const { t } = useTranslation();
  const { formatPercent } = useFormatters();
  const { referral, state } = profile;
  const maxedOut = referral ? maxedOutBanner(referral, state) : null;
  return (
    <>
      <div className="page-head">
        <PageTitle title={t('referral.title')} />
        {!maxedOut && (
          <p className="small soft">{t('referral.intro', { friend: formatPercent(20), inviter: formatPercent(90) })}</p>
        )}
      </div>
      <div className="stack gap-4">
        {referral && maxedOut && <MaxedOut referral={referral} kind={maxedOut} />}
        {referral && !maxedOut && <Share url={referral.referral_url} />}
        {referral && <Achievements referral={referral} />}
        {!referral && <Banner tone="info">{t('referral.linkMissing')}</Banner>}
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
          <p className="mt-4">
            <TextLink block href={start.links.referralTerms}>
              {t('referral.learnMore')}
            </TextLink>
          </p>
        </Card>
      </div>
    </>
  );
}

function Share({ url }: { url: string }) {
  const { t } = useTranslation();
  const field = useRef<HTMLInputElement>(null);
  const links = shareLinks(url);
  return (
    <Card>
      <h2 className="h3">{t('referral.link')}</h2>
      <div className="share mt-4">
        <input
          ref={field}
          className="input"
          readOnly
          aria-label={t('referral.link')}
          value={url}
          onFocus={({ target }) => target.select()}
        />
        <CopyButton
          variant="primary"
          text={url}
          label={t('referral.copy')}
          copiedLabel={t('referral.copied')}
          onFail={() => field.current?.focus()}
        />
      </div>
      <div className="row gap-2 mt-3">
        <span className="small muted">{t('referral.shareOn')}</span>
        <ButtonLink
          size="icon"
          href={links.facebook}
          target="_blank"
          rel="noopener"
          aria-label={t('referral.shareOnNetwork', { network: 'Facebook' })}
        >
          <FacebookMark />
        </ButtonLink>
        <ButtonLink
          size="icon"
          href={links.x}
          target="_blank"
          rel="noopener"
          aria-label={t('referral.shareOnNetwork', { network: 'X' })}
        >
          <XMark />
        </ButtonLink>
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
        <ButtonLink variant="primary" size="sm" href={start.links.orderPage}>
          {t('referral.upgrade')}
        </ButtonLink>
      }
    >
      {t('referral.congratulationText', { percent: formatPercent(inviterPercent(count)) })}
    </Banner>
  );
}
