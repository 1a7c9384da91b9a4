// Not in cross-site-redirect.ts, so that the entry chunk contains only the writer.
import { browserStorage } from '../storage.ts';
import { type CrossSiteRedirect, crossSiteRedirectKey } from './cross-site-redirect.ts';
import { isFresh } from './is-fresh.ts';

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

export const clearCrossSiteRedirect = (): void => browserStorage.remove(crossSiteRedirectKey);
