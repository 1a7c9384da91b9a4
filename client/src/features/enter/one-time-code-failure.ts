import { tooManyAttempts } from '../../api/describe-problem.ts';
import { RequestProblem } from '../../api/request-problem.ts';

/** Why the upstream refused a one-time code, as far as it says. */
export type OneTimeCodeRefusal = 'wrong' | 'expired' | 'used';

/** Why a one-time code did not sign in. `other` says nothing about the code. */
export type OneTimeCodeFailure = OneTimeCodeRefusal | 'tooMany' | 'deleted' | 'other';

/** product.md §8: a 400 refuses the code itself, unless the account is deleted. */
export function classifyOneTimeCodeFailure(problem: unknown): OneTimeCodeFailure {
  if (!(problem instanceof RequestProblem)) return 'other';
  if (problem.status === 429) return 'tooMany';
  if (problem.status !== 400 || problem.code === null) return 'other';
  if (problem.message === 'AccountDeleted') return 'deleted';
  if (tooManyAttempts.test(problem.message)) return 'tooMany';
  if (/expired/i.test(problem.message)) return 'expired';
  return /already|used/i.test(problem.message) ? 'used' : 'wrong';
}
