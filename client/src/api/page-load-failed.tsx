import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../ui/button.tsx';
import { ErrorState } from '../ui/empty-state.tsx';
import { PageTitle } from '../ui/page-title.tsx';

interface PageLoadFailedProps {
  /** The page title. */
  title: string;
  problem: string;
  /** One sentence. */
  children: ReactNode;
  /** Missing if a retry would not help. */
  onTryAgain?: () => void;
  trying?: boolean;
}

/** A page whose data could not be loaded. */
export function PageLoadFailed({ title, problem, children, onTryAgain, trying = false }: PageLoadFailedProps) {
  const { t } = useTranslation();
  const action = onTryAgain && (
    <Button variant="primary" loading={trying} onClick={onTryAgain}>
      {t('error.tryAgain')}
    </Button>
  );
  return (
    <>
      <div className="page-head">
        <PageTitle title={title} />
      </div>
      <ErrorState title={problem} action={action}>
        {children}
      </ErrorState>
    </>
  );
}
