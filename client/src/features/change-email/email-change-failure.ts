import { tooManyAttempts } from '../../api/describe-problem.ts';
import { isServiceSilent, isTransient, RequestProblem } from '../../api/request-problem.ts';

/** Whether the link belongs to another account, or the address is already in use. product.md §8 */
export const isOtherAccount = (problem: unknown): boolean =>
  isClientError(problem) && problem.message === 'email is not updated';

/** Whether the account service refused the link (too old or used, mostly) or the new address. product.md §8 */
export const isLinkRefused = (problem: unknown): boolean =>
  isClientError(problem) &&
  !isOtherAccount(problem) &&
  !isTransient(problem) &&
  !isServiceSilent(problem) &&
  !tooManyAttempts.test(problem.message);

const isClientError = (problem: unknown): problem is RequestProblem =>
  problem instanceof RequestProblem && problem.status >= 400 && problem.status < 500;

/** `rejected`: the change failed for good. `notChecked`: the account service has not seen the code. */
export type EmailChangeFailure = 'wrongCode' | 'rejected' | 'notChecked';

/** Why the code did not change the email. product.md §8 */
export function classifyEmailChangeFailure(problem: unknown): EmailChangeFailure {
  if (!(problem instanceof RequestProblem)) return 'notChecked';
  if (problem.message === 'code invalid') return 'wrongCode';
  // A 500 with a code comes from the account service; other transient errors occur before it.
  const isServiceError = problem.status === 500 || !isTransient(problem);
  return isServiceError && !isServiceSilent(problem) ? 'rejected' : 'notChecked';
}
