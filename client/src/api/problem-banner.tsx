import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Banner } from '../ui/banner.tsx';
import { Button } from '../ui/button.tsx';
import type { ProblemText } from './describe-problem.ts';

interface ProblemBannerProps {
  /** Null while there is none. */
  problem: ProblemText | null;
  /** Adds a button. */
  onTryAgain?: (() => void) | undefined;
  /** Repeats a request that was never sent, once, when the network is back; by default `onTryAgain`. */
  onOnline?: (() => void) | undefined;
}

/** A failed call in words: what happened, what is safe, and the number by which support finds it. */
export function ProblemBanner({ problem, onTryAgain, onOnline = onTryAgain }: ProblemBannerProps) {
  const { t } = useTranslation();
  const retry = problem?.notSent ? onOnline : undefined;
  // After each render, so that the retry sends what the form holds now.
  useEffect(() => {
    if (!retry) return;
    addEventListener('online', retry);
    return () => removeEventListener('online', retry);
  });

  if (problem === null) return null;
  const detail = retry ? 'error.offlineRetry' : problem.detail;
  const action = onTryAgain && !problem.tooMany && (
    <Button size="sm" onClick={onTryAgain}>
      {t('error.tryAgain')}
    </Button>
  );
  return (
    <Banner tone="danger" role="alert" title={t(problem.text)} action={action}>
      {detail && t(detail)}
      {detail && problem.traceId && <br />}
      {problem.traceId && <span className="caption">{t('error.reference', { number: problem.traceId })}</span>}
    </Banner>
  );
}
