import { paths } from '../paths.ts';
import { browserStorage } from '../storage.ts';
import { type CrossSiteRedirect, crossSiteRedirectKey } from './cross-site-redirect.ts';
import { isFresh } from './is-fresh.ts';
import { readIntendedUrl } from './read-intended-url.ts';

/** Where the user goes after signing in: a page of this site, or the order page. */
export type PostSignInRedirect = { readonly path: string } | { readonly url: string };

/** The saved redirect, or null to stay. A redirect to another site comes before one to our own pages. product.md §4 */
export function readPostSignInRedirect(orderPage: string, origin: string): PostSignInRedirect | null {
  const redirect = readCrossSiteRedirect();
  if (redirect?.destination === 'chrome') return { path: paths.toChrome };
  const url = redirect && buildOrderUrl(redirect, orderPage);
  if (url) return { url };
  const path = readIntendedUrl(origin);
  return path === null ? null : { path };
}

/** The address on the order page; null when it would leave that page's origin. */
export function buildOrderUrl(
  { pathname, params }: Extract<CrossSiteRedirect, { destination: 'order' }>,
  orderPage: string,
): string | null {
  if (!URL.canParse(pathname, orderPage)) return null;
  const url = new URL(pathname, orderPage);
  if (url.origin !== new URL(orderPage).origin) return null;
  for (const [name, value] of new URLSearchParams(params)) url.searchParams.append(name, value);
  return url.href;
}

export const clearCrossSiteRedirect = (): void => browserStorage.remove(crossSiteRedirectKey);

/** The saved redirect, unless it is older than an hour. */
export function readCrossSiteRedirect(): CrossSiteRedirect | null {
  try {
    const saved: unknown = JSON.parse(browserStorage.read(crossSiteRedirectKey) ?? 'null');
    if (typeof saved !== 'object' || saved === null || !('destination' in saved)) return null;
    if (!('savedAt' in saved) || !isFresh(saved.savedAt)) return null;
    if (saved.destination === 'chrome') return { destination: 'chrome' };
    const { pathname, params }: Record<string, unknown> = { ...saved };
    if (saved.destination !== 'order' || typeof pathname !== 'string' || typeof params !== 'string') return null;
    return { destination: 'order', pathname, params };
  } catch {
    return null;
  }
}
