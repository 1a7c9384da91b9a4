import { codes } from '#shared/problem.ts';
import { isTransient, RequestProblem } from '../api/request-problem.ts';
import type { SignInErrorCode } from '../session/sign-in-error-code.ts';

/**
 * gRPC codes that say nothing about the session: canceled, unknown, deadline exceeded, resource exhausted, aborted,
 * internal, unavailable. And none: a proxy's response, which cannot end a session.
 */
const temporaryCodes = [null, 1, 2, 4, 8, 10, 13, 14];

/** What to do about a failed profile load. */
export type ProfileFailure =
  /** Shows an error with a retry button. A server error never signs anyone out. */
  | { readonly kind: 'transient'; readonly tooMany: boolean }
  /** Offers to restore the account. The restore call needs the session. */
  | { readonly kind: 'restore'; readonly error: SignInErrorCode }
  /** Any other error of the upstream: sign out. */
  | { readonly kind: 'signOut'; readonly error: SignInErrorCode };

/**
 * A session that the gateway ended never gets here: `request` has signed out already.
 * product.md §4, §8; decisions.md §4, Drop to login
 */
export function classifyProfileFailure(problem: unknown): ProfileFailure {
  if (!(problem instanceof RequestProblem) || isTransient(problem) || temporaryCodes.includes(problem.code)) {
    return { kind: 'transient', tooMany: problem instanceof RequestProblem && problem.status === 429 };
  }
  const isDeleted = problem.code === codes.invalidArgument && problem.message === 'AccountDeleted';
  if (isDeleted) return { kind: 'restore', error: 'AccountDeleted' };
  return { kind: 'signOut', error: 'SIGNED_OUT' };
}
