import type { TextKey } from '../i18n/i18n.ts';

/** The error below the field, or null. The browser validates the address itself. product.md §5 */
export function checkEmail(value: string, browserAccepts: boolean): TextKey | null {
  if (value.trim() === '') return 'enter.emailRequired';
  return browserAccepts ? null : 'enter.emailInvalid';
}
