import type { TextKey } from '../i18n/i18n.ts';
import { RequestProblem } from './request-problem.ts';

export interface ProblemText {
  readonly text: TextKey;
  /** A hint on what to do next; null when the text says enough. */
  readonly detail: TextKey | null;
  /** Identifies the call for support; null when there was no response. */
  readonly traceId: string | null;
}

/** The text for a failed call that has no text of its own: the generic one of product.md §8, with a hint. */
export function describeProblem(problem: unknown): ProblemText {
  if (!(problem instanceof RequestProblem)) return { text: 'error.generic', detail: null, traceId: null };
  return { text: 'error.generic', detail: describeCause(problem.status), traceId: problem.traceId };
}

function describeCause(status: number): TextKey | null {
  if (status === 0) return 'error.offline';
  if (status === 429) return 'error.tooManyAttempts';
  return status >= 500 ? 'error.unavailable' : null;
}
