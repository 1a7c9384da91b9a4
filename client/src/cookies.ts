import { start } from './start.ts';

/** Writes a cookie that the gateway reads or sets as well, with the domain of the session cookies. */
export function writeCookie(
  name: 'locale' | 'theme' | 'signed_in_by' | 'account_unconfirmed' | `cookie_test_${number}`,
  value: string,
  maxAgeSeconds: number,
): void {
  const domain = start.cookieDomain ? `; Domain=${start.cookieDomain}` : '';
  const secure = location.protocol === 'https:' ? '; Secure' : '';
  // biome-ignore lint/suspicious/noDocumentCookie: some browsers of decisions.md §4 lack the Cookie Store API
  document.cookie = `${name}=${encodeURIComponent(value)}; Path=/; Max-Age=${maxAgeSeconds}; SameSite=Lax${secure}${domain}`;
}

/** The values of all cookies with this name: another host of the cookie domain can set more. */
export const readCookies = (name: string): readonly string[] =>
  document.cookie
    .split('; ')
    .filter((cookie) => cookie.startsWith(`${name}=`))
    .map((cookie) => cookie.slice(name.length + 1));
