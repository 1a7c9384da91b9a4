import { isTransient, RequestProblem } from '../../api/request-problem.ts';

/** What a history entry of the change knows: survives reload and Back, and stands in no address. */
export interface EmailChangeState {
  /** Of the link in the mail to the old address. */
  readonly token?: string;
  /** Where a code was sent. */
  readonly email?: string;
}

/** `state` as the router gives it. */
export const readEmailChange = (state: unknown): EmailChangeState => (state ?? {}) as EmailChangeState;

/** The link belongs to another account than the one signed in, or the address to somebody else. product.md §8 */
export const isOtherAccount = (problem: unknown): boolean =>
  problem instanceof RequestProblem &&
  problem.status >= 400 &&
  problem.status < 500 &&
  problem.message === 'email is not updated';

/**
 * What a refused code means: `wrong` may be corrected, `refused` is the end of this change, `unanswered` says nothing about
 * the code, for the account service has not seen it. product.md §8
 */
export function classifyCodeFailure(problem: unknown): 'wrong' | 'refused' | 'unanswered' {
  if (!(problem instanceof RequestProblem)) return 'unanswered';
  if (problem.message === 'code invalid') return 'wrong';
  // A 500 is an answer of the account service; what else passes was said on the way to it.
  return isTransient(problem) && problem.status !== 500 ? 'unanswered' : 'refused';
}
