import type { TextKey } from '../../i18n/texts.ts';

/** Characters of an account code, at least. product.md §5 */
export const minimumLength = 8;

/** The sentence under the field, or null. There is no upper bound. */
export function checkAccountCode(value: string): TextKey | null {
  const code = value.trim();
  if (code === '') return 'accountCode.required';
  return code.length < minimumLength ? 'accountCode.tooShort' : null;
}
