import { useTranslation } from 'react-i18next';
import { Banner } from '../ui/banner.tsx';
import { Button } from '../ui/button.tsx';
import type { ProblemText } from './describe-problem.ts';

interface ProblemBannerProps {
  /** Null renders nothing. */
  problem: ProblemText | null;
  onTryAgain?: (() => void) | undefined;
}

/** A failed call: what happened, a hint, and the trace id for support. */
export function ProblemBanner({ problem, onTryAgain }: ProblemBannerProps) {
  const { t } = useTranslation();
  if (problem === null) return null;
  const action = onTryAgain && (
    <Button size="sm" onClick={onTryAgain}>
      {t('error.tryAgain')}
    </Button>
  );
  return (
    <Banner tone="danger" role="alert" title={t(problem.text)} action={action}>
      {problem.detail && t(problem.detail)}
      {problem.detail && problem.traceId && <br />}
      {problem.traceId && <span className="caption">{t('error.reference', { number: problem.traceId })}</span>}
    </Banner>
  );
}
