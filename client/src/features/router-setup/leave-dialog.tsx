import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';

export function LeaveDialog({ onLeave, onStay }: { onLeave: () => void; onStay: () => void }) {
  const { t } = useTranslation();
  return (
    <Dialog
      title={t('routers.leaveTitle')}
      closeLabel={t('dialog.close')}
      onClose={onStay}
      actions={
        <>
          <Button variant="ghost-danger" onClick={onLeave}>
            {t('routers.leave')}
          </Button>
          <Button variant="primary" onClick={onStay}>
            {t('dialog.cancel')}
          </Button>
        </>
      }
    >
      <p className="soft">{t('routers.leaveText')}</p>
    </Dialog>
  );
}
