import { useTranslation } from 'react-i18next';
import { PlansLink } from '../../profile/plans-link.tsx';
import { start } from '../../start.ts';
import { showLoadFailure } from '../../toasts/show-load-failure.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { ExtIcon } from '../../ui/icons/ext-icon.tsx';
import { OnlineButton } from '../../ui/online-button.tsx';
import type { PlanAction } from './plan-action.ts';

interface PlanActionButtonProps {
  action: PlanAction;
  /** The dialog to open. The section owns it, because it may outlive this button. */
  dialog: { readonly loading: boolean; open(): Promise<boolean> };
}

/** The plan's action: a link, or a button that opens a dialog. */
export function PlanActionButton({ action, dialog }: PlanActionButtonProps) {
  const { t } = useTranslation();
  if (action === 'upgrade') return <PlansLink primary>{t('billing.upgrade')}</PlansLink>;
  if (action === 'seePlans') return <PlansLink primary>{t('billing.seePlans')}</PlansLink>;
  if (action === 'manage') {
    return (
      <ButtonLink href={start.links.setappManage}>
        <span>{t('billing.manage')}</span>
        <ExtIcon size="sm" />
      </ButtonLink>
    );
  }
  return (
    <OnlineButton
      variant={action === 'renew' ? 'primary' : undefined}
      loading={dialog.loading}
      offlineText={t('error.offlineAction')}
      onClick={() => void dialog.open().catch(showLoadFailure)}
    >
      {t(action === 'renew' ? 'billing.renew' : 'billing.cancel')}
    </OnlineButton>
  );
}
