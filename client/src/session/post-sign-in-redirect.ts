import { paths } from '../paths.ts';
import type { CrossSiteRedirect } from './cross-site-redirect.ts';
import { readCrossSiteRedirect } from './read-cross-site-redirect.ts';
import { readIntendedUrl } from './read-intended-url.ts';

/**
 * Where the user goes after signing in, or null to stay. Extension: `from=chrome`. Order page, whose URL is absolute:
 * `from=order…`. App, router setup or any other page of this site: the path that `RequireSession` saved. A redirect to
 * another site comes before one to our own pages. product.md §4
 */
export function readPostSignInRedirect(orderPage: string, origin: string): string | null {
  const redirect = readCrossSiteRedirect();
  if (redirect?.destination === 'chrome') return paths.toChrome;
  return (redirect && buildOrderUrl(redirect, orderPage)) ?? readIntendedUrl(origin);
}

/** The URL on the order page; null when it would leave that page's origin. */
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
