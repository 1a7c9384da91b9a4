import { RequestProblem } from '../../api/request-problem.ts';
import type { TextKey } from '../../i18n/i18n.ts';

/** The minimum length of an account code. product.md §5 */
export const minimumLength = 8;

/** The error below the field, or null. There is no maximum length. */
export function checkAccountCode(value: string): TextKey | null {
  const code = value.trim();
  if (code === '') return 'accountCode.required';
  return code.length < minimumLength ? 'accountCode.tooShort' : null;
}

/** Whether the code was wrong: any 400 except that of a deleted account, which gets the generic text. product.md §8 */
export const isWrongCode = (problem: unknown): boolean =>
  problem instanceof RequestProblem && problem.status === 400 && problem.message !== 'AccountDeleted';

/** Whether the account code was wrong: error code 3 or 16. product.md §8 */
export const isInvalidAccountCode = (problem: unknown): boolean =>
  problem instanceof RequestProblem && (problem.code === 3 || problem.code === 16);
