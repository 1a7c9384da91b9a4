import { useTranslation } from 'react-i18next';
import type { Profile } from '#shared/profile.ts';
import { cancellationChannel, storeSubscriptions } from '../../profile/biller.ts';
import { start } from '../../start.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ExtIcon } from '../../ui/icons/ext-icon.tsx';
import { Steps } from '../../ui/steps.tsx';

interface StoreDialogProps {
  profile: Profile;
  onClose: () => void;
}

/** Explains how to cancel a subscription in the store that bills it. product.md §4 */
export function StoreDialog({ profile, onClose }: StoreDialogProps) {
  const { t } = useTranslation();
  const store = cancellationChannel(profile) === 'playStore' ? 'playStore' : 'appStore';
  return (
    <Dialog
      title={t('billing.cancel')}
      closeLabel={t('dialog.close')}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('storeBilling.gotIt')}</Button>
          <ButtonLink variant="primary" href={storeSubscriptions[store]}>
            <span>{t(`storeBilling.${store}Open`)}</span>
            <ExtIcon size="sm" />
          </ButtonLink>
        </>
      }
    >
      <p className="soft">{t(`storeBilling.${store}Intro`)}</p>
      <div className="mt-6">
        <Steps
          tight
          steps={[
            t(`storeBilling.${store}Step1`),
            t(`storeBilling.${store}Step2`),
            t('storeBilling.step3', { product: start.productName }),
          ]}
        />
      </div>
    </Dialog>
  );
}
