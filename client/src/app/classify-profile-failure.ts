import { isTransient, RequestProblem } from '../api/request-problem.ts';
import type { SignInError } from '../paths.ts';

/** What a failed profile load means. */
export type ProfileFailure =
  /** Nobody loses a session because a server hiccuped: shown with a button. */
  | { readonly kind: 'transient'; readonly tooMany: boolean }
  /** The account waits to be restored; the restore call needs the session. */
  | { readonly kind: 'restore'; readonly error: SignInError }
  /** Refused: the session is worth nothing any more. */
  | { readonly kind: 'signOut'; readonly error: SignInError };

/** product.md §4, §8; decisions.md §4, Drop to login */
export function classifyProfileFailure(problem: unknown): ProfileFailure {
  if (!(problem instanceof RequestProblem) || isTransient(problem)) {
    return { kind: 'transient', tooMany: problem instanceof RequestProblem && problem.status === 429 };
  }
  if (problem.code === 3 && problem.message === 'AccountDeleted') return { kind: 'restore', error: 'AccountDeleted' };
  return { kind: 'signOut', error: 'SIGNED_OUT' };
}
