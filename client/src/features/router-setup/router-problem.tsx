import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import { ErrorState } from '../../ui/empty-state.tsx';
import { PageTitle } from '../../ui/page-title.tsx';

interface RouterProblemProps {
  /** The screen's. */
  title: string;
  problem: string;
  /** One sentence. */
  children: ReactNode;
  /** Missing where it would not help. */
  onTryAgain?: (() => void) | undefined;
}

/** A router's screen without what it should show. */
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
