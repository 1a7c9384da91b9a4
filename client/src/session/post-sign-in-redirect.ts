import { paths } from '../paths.ts';
import { browserStorage, isFresh } from '../storage.ts';
import { type CrossSiteRedirect, crossSiteRedirectKey } from './cross-site-redirect.ts';
import { readIntendedUrl } from './intended-url.ts';

/** Where a visitor who has just signed in goes on to: a page of this site, or the order page. */
export type PostSignInRedirect = { readonly path: string } | { readonly url: string };

/**
 * What was kept for the arrival at the profile: another site's wish stands over a page of this one. Null: they stay.
 * product.md §4
 */
export function readPostSignInRedirect(orderPage: string, origin: string): PostSignInRedirect | null {
  const trip = readCrossSiteRedirect();
  if (trip?.destination === 'chrome') return { path: paths.toChrome };
  const url = trip && buildOrderUrl(trip, orderPage);
  if (url) return { url };
  const path = readIntendedUrl(origin);
  return path === null ? null : { path };
}

/** The order page's address for a trip; null when it would leave that page's site. */
export function buildOrderUrl(
  trip: Extract<CrossSiteRedirect, { destination: 'order' }>,
  orderPage: string,
): string | null {
  if (!URL.canParse(trip.pathname, orderPage)) return null;
  const url = new URL(trip.pathname, orderPage);
  if (url.origin !== new URL(orderPage).origin) return null;
  for (const [name, value] of new URLSearchParams(trip.params)) url.searchParams.append(name, value);
  return url.href;
}

export const clearCrossSiteRedirect = (): void => browserStorage.remove(crossSiteRedirectKey);

/** The saved redirect, unless it is older than an hour. */
export function readCrossSiteRedirect(): CrossSiteRedirect | null {
  try {
    const kept: unknown = JSON.parse(browserStorage.read(crossSiteRedirectKey) ?? 'null');
    if (typeof kept !== 'object' || kept === null || !('destination' in kept)) return null;
    if (!('savedAt' in kept) || !isFresh(kept.savedAt)) return null;
    if (kept.destination === 'chrome') return { destination: 'chrome' };
    const { pathname, params }: Record<string, unknown> = { ...kept };
    if (kept.destination !== 'order' || typeof pathname !== 'string' || typeof params !== 'string') return null;
    return { destination: 'order', pathname, params };
  } catch {
    return null;
  }
}
