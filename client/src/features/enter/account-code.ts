import { codes } from '#shared/problem.ts';
import { RequestProblem } from '../../api/request-problem.ts';
import type { TextKey } from '../../i18n/i18n.ts';

/** The minimum length of an account code. product.md §5 */
export const minAccountCodeLength = 8;

// Spaces, dashes and invisible characters that emails and messengers put between the groups of a code.
const separators = /[\s\p{Pd}\p{Cf}_·.]+/gu;

/** An account code as the service knows it: without spaces and dashes, in upper case. */
export const normalizeAccountCode = (text: string): string =>
  text.normalize('NFKC').replace(separators, '').toUpperCase();

// Groups of letters and digits with at most one separator between them, at least one digit among them.
const groups = /(?<![\p{L}\p{N}])(?=[\p{L}-]*\p{N})[\p{L}\p{N}]+(?:[-\u2010-\u2015][\p{L}\p{N}]+)*(?![\p{L}\p{N}])/gu;

/** The account code in a pasted text; the text itself if there is no single word that looks like one. */
export function findAccountCode(text: string): string {
  const plain = text.normalize('NFKC').trim();
  // Nothing but groups of one length, such as "SKR4 1B7C 9D2E": the spaces belong to the code.
  if (/\p{N}/u.test(plain) && isGrouped(plain.split(/[\s\p{Pd}]+/u))) return normalizeAccountCode(plain);
  const found = [...plain.matchAll(groups)].map(([word]) => normalizeAccountCode(word));
  const candidates = found.filter((code) => code.length >= minAccountCodeLength);
  return candidates.length === 1 && candidates[0] ? candidates[0] : plain;
}

/** Whether all groups have the same length; the last may be shorter. */
const isGrouped = ([first = '', ...rest]: readonly string[]): boolean =>
  rest.every(({ length }, index) => (index === rest.length - 1 ? length <= first.length : length === first.length));

/** The error below the field, or null. There is no maximum length. */
export function checkAccountCode(value: string): TextKey | null {
  const code = normalizeAccountCode(value);
  if (code === '') return 'accountCode.required';
  return code.length < minAccountCodeLength ? 'accountCode.tooShort' : null;
}

/** Whether the account code was wrong: error code 3 or 16. product.md §8 */
export const isInvalidAccountCode = (problem: unknown): boolean =>
  problem instanceof RequestProblem &&
  (problem.code === codes.invalidArgument || problem.code === codes.unauthenticated);
