/** Longest address by RFC 5321. */
const maxLength = 254;

/**
 * Whether a text from a link is an email address that is safe to show: no spaces, no control or direction characters.
 * decisions.md §4
 */
export const isEmailAddress = (text: string): boolean =>
  text.length <= maxLength &&
  /^[^\s@<>"'()]+@[^\s@<>"'()]+\.[^\s@<>"'().]+$/u.test(text) &&
  !/[\p{C}\p{Z}]/u.test(text);
