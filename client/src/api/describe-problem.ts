import type { TextKey } from '../i18n/i18n.ts';
import { RequestProblem } from './request-problem.ts';

export interface ProblemText {
  readonly text: TextKey;
  /** What is safe and what to do next; null when the text says it. */
  readonly detail: TextKey | null;
  /** Under which support finds the call; null when no answer came. */
  readonly traceId: string | null;
  /** The request never left the browser, so a retry is safe. */
  readonly notSent?: boolean;
  /** More attempts before some minutes have passed would fail, too. */
  readonly tooMany?: boolean;
}

/** Words for a failed call that has none of its own. product.md §8: the generic text stands for everything unknown. */
export function describeProblem(problem: unknown): ProblemText {
  if (!(problem instanceof RequestProblem)) return { text: 'error.generic', detail: null, traceId: null };
  const { status, traceId, notSent } = problem;
  return { text: 'error.generic', detail: describeCause(status), traceId, notSent, tooMany: status === 429 };
}

function describeCause(status: number): TextKey | null {
  if (status === 0) return 'error.offline';
  if (status === 429) return 'error.tooManyAttempts';
  return status >= 500 ? 'error.unavailable' : null;
}
