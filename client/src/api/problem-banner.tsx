import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import type { ProblemText } from './describe-problem.ts';
import { RetryBanner } from './retry-banner.tsx';

interface ProblemBannerProps {
  /** Null renders nothing. */
  problem: ProblemText | null;
  /** Adds a button. */
  onTryAgain?: (() => void) | undefined;
  /** Repeats a request that was never sent, once, when the network is back; by default `onTryAgain`. */
  onOnline?: (() => void) | undefined;
}

/** A failed call: what happened, a hint, and the trace id for support. */
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
  return (
    <RetryBanner title={t(problem.text)} onTryAgain={problem.tooMany ? undefined : onTryAgain}>
      {detail && <span>{t(detail)}</span>}
      {detail && problem.traceId && <br />}
      {problem.traceId && <span className="caption">{t('error.reference', { number: problem.traceId })}</span>}
    </RetryBanner>
  );
}
