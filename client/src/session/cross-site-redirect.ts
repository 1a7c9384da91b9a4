// Only the writer, which the entry chunk needs. The reader is read-cross-site-redirect.ts.
import { browserStorage } from '../storage.ts';

export const crossSiteRedirectKey = 'return-trip';

/** Where a visitor goes after signing in, when another of our sites sent them. product.md §3 */
export type CrossSiteRedirect =
  | { readonly destination: 'order'; readonly pathname: string; readonly params: string }
  | { readonly destination: 'chrome' };

const defaultOrderPath = '/guest-upgrade/';

/**
 * The redirect that `from` requests, with the rest of the query as its parameters. The path follows the first five
 * characters of `order…`. decisions.md §4
 */
export function parseCrossSiteRedirect(query: URLSearchParams): CrossSiteRedirect | null {
  const from = query.get('from') ?? '';
  if (from.startsWith('chrome')) return { destination: 'chrome' };
  if (!from.startsWith('order')) return null;
  const rest = new URLSearchParams(query);
  rest.delete('from');
  return { destination: 'order', pathname: from.slice(5) || defaultOrderPath, params: rest.toString() };
}

export function saveCrossSiteRedirect(redirect: CrossSiteRedirect): void {
  browserStorage.write(crossSiteRedirectKey, JSON.stringify({ ...redirect, savedAt: Date.now() }));
}
