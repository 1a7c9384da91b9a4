import { isPassing, RequestProblem } from '../api/request-problem.ts';
import type { EnterMarker } from '../paths.ts';

/** What a failed profile load means. */
export type ProfileFailure =
  /** Nobody loses a session because a server hiccuped: shown with a button. */
  | { readonly kind: 'passing'; readonly tooMany: boolean }
  /** The account waits to be restored; the restore call needs the session. */
  | { readonly kind: 'restore'; readonly marker: EnterMarker }
  /** Refused: the session is worth nothing any more. */
  | { readonly kind: 'drop'; readonly marker: EnterMarker };

/** product.md §4, §8; decisions.md §4, Drop to login */
export function judgeProfileFailure(problem: unknown): ProfileFailure {
  if (!(problem instanceof RequestProblem) || isPassing(problem)) {
    return { kind: 'passing', tooMany: problem instanceof RequestProblem && problem.status === 429 };
  }
  if (problem.code === 3 && problem.message === 'AccountDeleted') return { kind: 'restore', marker: 'AccountDeleted' };
  return { kind: 'drop', marker: 'SIGNED_OUT' };
}
