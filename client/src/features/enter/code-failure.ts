import { RequestProblem } from '../../api/request-problem.ts';

/** Whether the code itself was refused: any 400 but the one for a deleted account, which gets the generic text. product.md §8 */
export const isWrongCode = (problem: unknown): boolean =>
  problem instanceof RequestProblem && problem.status === 400 && problem.message !== 'AccountDeleted';

/** Whether the account code was refused: error code 3 or 16. product.md §8 */
export const isInvalidAccountCode = (problem: unknown): boolean =>
  problem instanceof RequestProblem && (problem.code === 3 || problem.code === 16);
