import { useTranslation } from 'react-i18next';
import type { Profile } from '#shared/profile.ts';
import { loadChunk } from '../../api/load-chunk.ts';
import { isVerifiedCitizen } from '../../profile/profile-rules.ts';
import { start } from '../../start.ts';
import { showLoadFailure } from '../../toasts/show-load-failure.ts';
import { Card } from '../../ui/card.tsx';
import { Glyph } from '../../ui/glyph.tsx';
import { IdcardIcon } from '../../ui/icons/idcard-icon.tsx';
import { OnlineButton } from '../../ui/online-button.tsx';
import { useLazyDialog } from '../../ui/use-lazy-dialog.ts';
import type { CitizenshipDialogProps } from './citizenship-dialog.tsx';
import { isCitizenshipOffered } from './citizenship-offer.ts';

const loadDialog = () =>
  loadChunk('citizenship-dialog', () => import('./citizenship-dialog.tsx').then((file) => file.CitizenshipDialog));

interface CitizenshipBlockProps extends Pick<CitizenshipDialogProps, 'successUrl' | 'onIpad'> {
  profile: Profile;
}

/** Offers Premium to citizens who can verify themselves. The dialog outlives the offer: it shows the success. */
export function CitizenshipBlock({ profile, successUrl, onIpad }: CitizenshipBlockProps) {
  const { t } = useTranslation();
  const { Dialog, loading, open, close } = useLazyDialog<CitizenshipDialogProps>(loadDialog);
  return (
    <>
      {isCitizenshipOffered(profile, start.anonymousEmailDomain) && (
        <Card className="row gap-4 row--top">
          <Glyph tone="accent">
            <IdcardIcon />
          </Glyph>
          <div className="grow">
            <h2 className="h4">{t('citizenship.title')}</h2>
            <p className="small soft mt-1 prose">{t('citizenship.intro')}</p>
            <div className="mt-4">
              <OnlineButton
                size="sm"
                loading={loading}
                offlineText={t('error.offlineAction')}
                onClick={() => void open().catch(showLoadFailure)}
              >
                {t('citizenship.verify')}
              </OnlineButton>
            </div>
          </div>
        </Card>
      )}
      {Dialog && (
        <Dialog verified={isVerifiedCitizen(profile)} successUrl={successUrl} onIpad={onIpad} onClose={close} />
      )}
    </>
  );
}
