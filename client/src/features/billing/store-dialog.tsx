import { useTranslation } from 'react-i18next';
import { start } from '../../start.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Steps } from '../../ui/steps.tsx';
import { cancelWay } from './cancel-way.ts';
import type { PlanDialogProps } from './plan-dialog-props.ts';

/** A subscription that a store bills ends in the store: says where. product.md §4 */
export function StoreDialog({ profile, onClose }: PlanDialogProps) {
  const { t } = useTranslation();
  const way = cancelWay(profile) === 'playStore' ? 'playStore' : 'appStore';
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
