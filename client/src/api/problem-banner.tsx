import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ProblemText } from './describe-problem.ts';
import { RetryBanner } from './retry-banner.tsx';

interface ProblemBannerProps {
  /** Null renders nothing. */
  problem: ProblemText | null;
  /** Adds a button. */
  onTryAgain?: (() => void) | undefined;
  /**
   * Repeats a request that was never sent, once, when the network is back; by default `onTryAgain`. Not once the user
   * has typed or pasted something: it would send half-typed text.
   */
  onOnline?: (() => void) | undefined;
}

/** A failed call: what happened, a hint, and the trace id for support. */
export function ProblemBanner({ problem, onTryAgain, onOnline = onTryAgain }: ProblemBannerProps) {
  const { t } = useTranslation();
  /** The problem that was shown when the user typed something. */
  const [typedAfter, setTypedAfter] = useState<ProblemText | null>(null);
  const retry = problem?.notSent && problem !== typedAfter ? onOnline : undefined;
  useEffect(() => {
    if (!retry) return;
    const noteTyping = () => setTypedAfter(problem);
    const listening = new AbortController();
    const { signal } = listening;
    addEventListener('online', retry, { signal });
    // Code fields insert what is pasted themselves.
    for (const type of ['input', 'paste']) addEventListener(type, noteTyping, { signal });
    return () => listening.abort();
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
