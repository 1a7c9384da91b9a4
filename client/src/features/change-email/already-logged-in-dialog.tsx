import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';

export function AlreadyLoggedInDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  return (
    <Dialog
      title={t('changeEmail.alreadySignedInTitle')}
      closeLabel={t('dialog.close')}
      onClose={onClose}
      fillActions
      actions={
        <Button variant="primary" onClick={onClose}>
          {t('changeEmail.ok')}
        </Button>
      }
    >
      <p className="soft">{t('changeEmail.alreadySignedInText')}</p>
    </Dialog>
  );
}
