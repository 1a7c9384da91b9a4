import { readCookies, writeCookie } from '../cookies.ts';

/**
 * Whether the browser blocks cookies. Writes one, because `navigator.cookieEnabled` ignores Chromium's site settings.
 * Its name is random: another host of the cookie domain could set one that scripts can neither read nor replace.
 */
export function areCookiesBlocked(): boolean {
  const [random = 0] = crypto.getRandomValues(new Uint32Array(1));
  const name = `cookie_test_${random}` as const;
  writeCookie(name, '1', 5);
  const blocked = !readCookies(name).includes('1');
  writeCookie(name, '', 0);
  return blocked;
}
