import { useTranslation } from 'react-i18next';
import { start } from '../../start.ts';
import { showToast } from '../../toasts/toast-queue.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { ExtIcon } from '../../ui/icons/ext-icon.tsx';
import { OnlineButton } from '../../ui/online-button.tsx';
import type { PlanAction } from './plan-rules.ts';
import { UpgradeLink } from './upgrade-link.tsx';

interface PlanActionButtonProps {
  action: PlanAction;
  /** The dialog to open. The section owns it, because it may outlive this button. */
  dialog: { readonly loading: boolean; open(): Promise<void> };
}

/** The plan's action: a link, or a button that opens a dialog. */
export function PlanActionButton({ action, dialog }: PlanActionButtonProps) {
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
  return (
    <OnlineButton
      variant={action === 'renew' ? 'primary' : undefined}
      loading={dialog.loading}
      offlineText={t('billing.offline')}
      onClick={() => void dialog.open().catch(() => showToast('bad', 'error.generic'))}
    >
      {t(action === 'renew' ? 'billing.renew' : 'billing.cancel')}
    </OnlineButton>
  );
}
