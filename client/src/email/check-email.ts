import type { TextKey } from '../i18n/i18n.ts';

/** Longest address by RFC 5321. */
const maxLength = 254;

/**
 * The error under the field, or null. The browser decides what an address is (product.md §5), but it also accepts
 * `foo@bar`, which no mail provider delivers.
 */
export function checkEmail(value: string, browserAccepts: boolean): TextKey | null {
  const email = value.trim();
  if (email === '') return 'enter.emailRequired';
  return browserAccepts && /@.+\../.test(email) ? null : 'enter.emailInvalid';
}

/**
 * Whether a text from a link is an email address that is safe to show: no spaces, no control or direction characters.
 * decisions.md §4
 */
export const isEmailAddress = (text: string): boolean =>
  text.length <= maxLength &&
  /^[^\s@<>"'()]+@[^\s@<>"'()]+\.[^\s@<>"'().]+$/u.test(text) &&
  !/[\p{C}\p{Z}]/u.test(text);
