import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import { ErrorState } from '../../ui/empty-state.tsx';
import { PageTitle } from '../../ui/page-title.tsx';

interface RouterProblemProps {
  /** The page title. */
  title: string;
  problem: string;
  /** One sentence. */
  children: ReactNode;
  /** Missing if a retry would not help. */
  onTryAgain?: (() => void) | undefined;
}

/** A router screen whose data could not be loaded. */
export function RouterProblem({ title, problem, children, onTryAgain }: RouterProblemProps) {
  const { t } = useTranslation();
  const again = onTryAgain && (
    <Button variant="primary" onClick={onTryAgain}>
      {t('error.tryAgain')}
    </Button>
  );
  return (
    <>
      <div className="page-head mt-1">
        <PageTitle title={title} />
      </div>
      <ErrorState title={problem} action={again}>
        {children}
      </ErrorState>
    </>
  );
}
