import { useTranslation } from 'react-i18next';
import type { Profile } from '#shared/profile.ts';
import { cancellationChannel } from '../../profile/biller.ts';
import { start } from '../../start.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Steps } from '../../ui/steps.tsx';

interface StoreDialogProps {
  profile: Profile;
  onClose: () => void;
}

/** A subscription that a store bills ends in the store: says where. product.md §4 */
export function StoreDialog({ profile, onClose }: StoreDialogProps) {
  const { t } = useTranslation();
  const way = cancellationChannel(profile) === 'playStore' ? 'playStore' : 'appStore';
  return (
    <Dialog
      title={t('billing.cancel')}
      closeLabel={t('dialog.close')}
      onClose={onClose}
      actions={
        <Button variant="primary" onClick={onClose}>
          {t('storeBilling.gotIt')}
        </Button>
      }
    >
      <p className="soft">{t(`storeBilling.${way}Intro`)}</p>
      <div className="mt-6">
        <Steps
          tight
          steps={[
            t(`storeBilling.${way}Step1`),
            t(`storeBilling.${way}Step2`),
            t('storeBilling.step3', { product: start.productName }),
          ]}
        />
      </div>
    </Dialog>
  );
}
