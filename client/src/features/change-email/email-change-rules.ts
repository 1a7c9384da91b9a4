import { isTransient, RequestProblem } from '../../api/request-problem.ts';

/** The history state of the email change. Survives reload and Back, and stays out of the address. */
export interface EmailChangeState {
  /** From the link in the email to the old address. */
  readonly token?: string;
  /** The address a code was sent to. */
  readonly email?: string;
}

export const readEmailChange = (state: unknown): EmailChangeState => (state ?? {}) as EmailChangeState;

/** Whether the link belongs to another account, or the address is already in use. product.md §8 */
export const isOtherAccount = (problem: unknown): boolean =>
  problem instanceof RequestProblem &&
  problem.status >= 400 &&
  problem.status < 500 &&
  problem.message === 'email is not updated';

/**
 * `wrong`: the user can correct the code. `refused`: the change failed. `unanswered`: the account service has not seen
 * the code. product.md §8
 */
export function classifyEmailChangeFailure(problem: unknown): 'wrong' | 'refused' | 'unanswered' {
  if (!(problem instanceof RequestProblem)) return 'unanswered';
  if (problem.message === 'code invalid') return 'wrong';
  // A 500 comes from the account service; other transient errors occur before it.
  return isTransient(problem) && problem.status !== 500 ? 'unanswered' : 'refused';
}
