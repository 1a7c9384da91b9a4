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
          {t('store.understood')}
        </Button>
      }
    >
      <p className="soft">{t(`store.${way}Intro`)}</p>
      <div className="mt-6">
        <Steps
          tight
          steps={[t(`store.${way}Step1`), t(`store.${way}Step2`), t('store.step3', { product: start.productName })]}
        />
      </div>
    </Dialog>
  );
}
