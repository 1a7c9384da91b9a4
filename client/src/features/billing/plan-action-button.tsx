import { createPortal } from 'react-dom';
import { useTranslation } from 'react-i18next';
import type { Profile } from '#shared/profile.ts';
import { loadPart } from '../../api/load-part.ts';
import { start } from '../../start.ts';
import { showToast } from '../../toasts/toast-queue.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { ExtIcon } from '../../ui/icons/ext-icon.tsx';
import { OnlineButton } from '../../ui/online-button.tsx';
import { useLazyDialog } from '../../ui/use-lazy-dialog.ts';
import { cancelWay } from './cancel-way.ts';
import type { PlanAction } from './plan-action.ts';
import type { PlanDialogProps } from './plan-dialog-props.ts';
import { UpgradeLink } from './upgrade-link.tsx';

const loaders = {
  renew: () => loadPart('renew-dialog', () => import('./renew-dialog.tsx').then((file) => file.RenewDialog)),
  cancel: () => loadPart('cancel-dialog', () => import('./cancel-dialog.tsx').then((file) => file.CancelDialog)),
  store: () => loadPart('store-dialog', () => import('./store-dialog.tsx').then((file) => file.StoreDialog)),
};

interface PlanActionButtonProps {
  profile: Profile;
  action: PlanAction;
}

/** The plan's one action: a link that leaves, or a dialog that asks. */
export function PlanActionButton({ profile, action }: PlanActionButtonProps) {
  const { t } = useTranslation();
  if (action === 'upgrade') return <UpgradeLink primary>{t('billing.upgrade')}</UpgradeLink>;
  if (action === 'manage') {
    return (
      <ButtonLink href={start.links.setappManage}>
        {t('billing.manage')}
        <ExtIcon size="sm" />
      </ButtonLink>
    );
  }
  return <DialogAction profile={profile} action={action} />;
}

function DialogAction({ profile, action }: { profile: Profile; action: 'renew' | 'cancel' }) {
  const { t } = useTranslation();
  const kind = action === 'cancel' && cancelWay(profile) !== 'here' ? 'store' : action;
  const { Dialog, loading, open, close } = useLazyDialog<PlanDialogProps>(loaders[kind]);
  return (
    <>
      <OnlineButton
        variant={action === 'renew' ? 'primary' : undefined}
        loading={loading}
        offlineText={t('billing.offline')}
        onClick={() => void open().catch(() => showToast('bad', 'error.generic'))}
      >
        {t(action === 'renew' ? 'billing.renew' : 'billing.cancel')}
      </OnlineButton>
      {/* Not inside the plan card: its colours are not for dialogs. */}
      {Dialog && createPortal(<Dialog profile={profile} onClose={close} />, document.body)}
    </>
  );
}
