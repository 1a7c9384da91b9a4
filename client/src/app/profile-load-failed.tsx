import { useTranslation } from 'react-i18next';
import { Button } from '../ui/button.tsx';
import { ErrorState } from '../ui/empty-state.tsx';
import { PageTitle } from '../ui/page-title.tsx';

interface ProfileLoadFailedProps {
  /** The gateway responded with 429. */
  tooMany: boolean;
  traceId: string | null;
  trying: boolean;
  onTryAgain: () => void;
}

/** The profile could not be loaded. States that the user is still signed in. */
export function ProfileLoadFailed({ tooMany, traceId, trying, onTryAgain }: ProfileLoadFailedProps) {
  const { t } = useTranslation();
  return (
    <>
      <div className="page-head">
        <PageTitle title={t('account.title')} />
      </div>
      <ErrorState
        title={t('profile.loadFailed')}
        action={
          <Button variant="primary" loading={trying} onClick={onTryAgain}>
            {t('error.tryAgain')}
          </Button>
        }
      >
        {t(tooMany ? 'profile.tooManyRequests' : 'profile.stillSignedIn')}
        {traceId && <br />}
        {traceId && <span className="caption muted">{t('error.reference', { number: traceId })}</span>}
      </ErrorState>
    </>
  );
}
