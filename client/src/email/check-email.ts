import type { TextKey } from '../i18n/i18n.ts';

/**
 * The error below the field, or null. The browser validates the address (product.md §5), but it also accepts
 * `foo@bar`, which no mail provider delivers.
 */
export function checkEmail(value: string, browserAccepts: boolean): TextKey | null {
  const email = value.trim();
  if (email === '') return 'enter.emailRequired';
  return browserAccepts && /@.+\../.test(email) ? null : 'enter.emailInvalid';
}
