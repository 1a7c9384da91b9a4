import type { TextKey } from '../i18n/i18n.ts';

/** The sentence under the field, or null. The browser judges what an address is. product.md §5 */
export function checkEmail(value: string, browserAccepts: boolean): TextKey | null {
  if (value.trim() === '') return 'enter.emailRequired';
  return browserAccepts ? null : 'enter.emailInvalid';
}
