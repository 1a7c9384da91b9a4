import { writeCookie } from '../cookies.ts';

/**
 * Whether the browser blocks cookies. Writes one, because `navigator.cookieEnabled` ignores Chromium's site settings.
 * It expires by itself, because another tab may be looking for it at the same moment.
 */
export function areCookiesBlocked(): boolean {
  writeCookie('cookie_test', '1', 5);
  return !/(?:^|;\s*)cookie_test=1(?:;|$)/.test(document.cookie);
}
