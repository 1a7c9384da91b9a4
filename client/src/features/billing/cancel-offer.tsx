import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { Profile } from '#shared/profile.ts';
import { sectionPath } from '../../paths.ts';
import { canInvite } from '../../profile/referral-access.ts';
import { start } from '../../start.ts';
import { Banner } from '../../ui/banner.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import type { CancelReason } from './cancel-survey.tsx';

interface CancelOfferProps {
  profile: Profile;
  reason: CancelReason;
}

/** An alternative to canceling, by the user's reason. It never blocks the cancellation. */
export function CancelOffer({ profile, reason }: CancelOfferProps) {
  const { t } = useTranslation();
  const support = (
    <TextLink block href={start.links.support}>
      {t('error.contactSupport')}
    </TextLink>
  );
  const offers = {
    price: canInvite(profile, start.anonymousEmailDomain)
      ? {
          text: t('cancelOffer.invite'),
          link: (
            <TextLink as={Link} block to={sectionPath('REFERAL')}>
              {t('referral.title')}
            </TextLink>
          ),
        }
      : { text: t('cancelOffer.write'), link: support },
    speed: {
      text: t('cancelOffer.speed'),
      link: (
        <TextLink block href={start.links.setupGuide}>
          {t('layout.setupGuide')}
        </TextLink>
      ),
    },
    location: { text: t('cancelOffer.location'), link: support },
    need: { text: t('cancelOffer.need'), link: null },
    other: { text: t('cancelOffer.write'), link: support },
  } as const satisfies Record<CancelReason, unknown>;
  const { text, link } = offers[reason];
  return (
    <Banner tone="info" links={link}>
      {text}
    </Banner>
  );
}
