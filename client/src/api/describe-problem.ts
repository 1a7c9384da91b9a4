import type { TextKey } from '../i18n/i18n.ts';
import { RequestProblem } from './request-problem.ts';

export interface ProblemText {
  readonly text: TextKey;
  /** A hint on what to do next; null when the text says enough. */
  readonly detail: TextKey | null;
  /** Identifies the call for support; null when there was no response from the gateway. */
  readonly traceId: string | null;
  /** The request never left the browser, so a retry is safe. */
  readonly notSent?: boolean;
  /** The user must wait some minutes before another attempt. */
  readonly tooMany?: boolean;
}

/** The text for a failed call that has no text of its own: the generic one of product.md §8, with a hint. */
export function describeProblem(problem: unknown): ProblemText {
  if (!(problem instanceof RequestProblem)) return { text: 'error.tryLater', detail: null, traceId: null };
  const { status, message, traceId, notSent } = problem;
  const tooMany = status === 429 || tooManyAttempts.test(message);
  const detail = tooMany ? 'error.tooManyAttempts' : describeCause(status);
  return { text: detail ? 'error.generic' : 'error.tryLater', detail, traceId, notSent, tooMany };
}

/** The upstream's message for too many attempts, whatever its status. */
export const tooManyAttempts = /too many attempts/i;

function describeCause(status: number): TextKey | null {
  if (status === 0) return 'error.offline';
  return status >= 500 ? 'error.unavailable' : null;
}
