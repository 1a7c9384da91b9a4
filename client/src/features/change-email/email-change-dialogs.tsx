import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { paths } from '../../paths.ts';
import { useSession } from '../../session/session.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';

export function AlreadySignedInDialog({ onClose }: { onClose: () => void }) {
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

/** The change failed. Without a session, the new email may belong to an account to sign in to. product.md §8 */
export function NotVerifiedDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const { signedIn } = useSession();
  return (
    <Dialog
      title={t('changeEmail.notVerifiedTitle')}
      closeLabel={t('dialog.close')}
      onClose={onClose}
      fillActions
      actions={
        <>
          <Button onClick={onClose}>{t('dialog.cancel')}</Button>
          <ButtonLink as={Link} to={signedIn ? paths.profile : paths.enter} variant="primary">
            {t(signedIn ? 'layout.toProfile' : 'changeEmail.signIn')}
          </ButtonLink>
        </>
      }
    >
      <p className="soft">{t(signedIn ? 'changeEmail.notVerifiedSignedIn' : 'changeEmail.notVerifiedText')}</p>
    </Dialog>
  );
}
