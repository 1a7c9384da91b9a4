import { isTransient, RequestProblem } from '../api/request-problem.ts';
import type { SignInError } from '../paths.ts';

/** What to do about a failed profile load. */
export type ProfileFailure =
  /** Shows an error with a retry button. A server error never signs anyone out. */
  | { readonly kind: 'transient'; readonly tooMany: boolean }
  /** Offers to restore the account. The restore call needs the session. */
  | { readonly kind: 'restore'; readonly error: SignInError }
  /** The upstream rejects the session: sign out. */
  | { readonly kind: 'signOut'; readonly error: SignInError };

/**
 * A session that the gateway ended never gets here: `request` has signed out already.
 * product.md §4, §8; decisions.md §4, Drop to login
 */
export function classifyProfileFailure(problem: unknown): ProfileFailure {
  // An error without a code is that of a proxy in front, which knows nothing about the session.
  if (!(problem instanceof RequestProblem) || isTransient(problem) || problem.code === null) {
    return { kind: 'transient', tooMany: problem instanceof RequestProblem && problem.status === 429 };
  }
  if (problem.code === 3 && problem.message === 'AccountDeleted') return { kind: 'restore', error: 'AccountDeleted' };
  return { kind: 'signOut', error: 'SIGNED_OUT' };
}
