import { start } from './start.ts';

/** Writes a cookie that the gateway reads or sets too, with the domain and path of the session's cookies. */
export function writeCookie(
  name: 'locale' | 'theme' | 'signed_in_by' | 'cookie_test',
  value: string,
  maxAgeSeconds: number,
): void {
  const domain = start.cookieDomain ? `; Domain=${start.cookieDomain}` : '';
  const secure = location.protocol === 'https:' ? '; Secure' : '';
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in browsers of decisions.md §4
  document.cookie = `${name}=${encodeURIComponent(value)}; Path=/; Max-Age=${maxAgeSeconds}; SameSite=Lax${secure}${domain}`;
}

/** Whether the browser keeps cookies at all. Writes one, because `navigator.cookieEnabled` ignores Chromium's site settings. */
export function areCookiesBlocked(): boolean {
  writeCookie('cookie_test', '1', 60);
  const kept = /(?:^|;\s*)cookie_test=1(?:;|$)/.test(document.cookie);
  writeCookie('cookie_test', '', 0);
  return !kept;
}
