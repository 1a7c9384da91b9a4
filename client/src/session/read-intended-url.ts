// Not in intended-url.ts, so that the entry chunk contains only the writer.
import { browserStorage, tabStorage } from '../storage.ts';
import { intendedUrlKey } from './intended-url.ts';
import { isFresh } from './is-fresh.ts';

/**
 * This tab was opened by the link in the email: it continues where the tab that requested the code would have.
 * decisions.md §4
 */
export function adoptIntendedUrl(): void {
  const shared = browserStorage.read(intendedUrlKey);
  if (shared !== null && tabStorage.read(intendedUrlKey) === null) tabStorage.write(intendedUrlKey, shared);
}

/** The saved path of this tab, unless it is older than an hour. */
export function readIntendedUrl(origin: string): string | null {
  try {
    const saved: unknown = JSON.parse(tabStorage.read(intendedUrlKey) ?? 'null');
    if (typeof saved !== 'object' || saved === null || !('url' in saved) || !('savedAt' in saved)) return null;
    return typeof saved.url === 'string' && isFresh(saved.savedAt) ? toSameOriginPath(saved.url, origin) : null;
  } catch {
    return null;
  }
}

export function clearIntendedUrl(): void {
  tabStorage.remove(intendedUrlKey);
  browserStorage.remove(intendedUrlKey);
}

/** The path, query and fragment of a URL of this origin; null for any other, such as `//evil.example`. */
export function toSameOriginPath(url: string, origin: string): string | null {
  if (!URL.canParse(url, origin)) return null;
  const parsed = new URL(url, origin);
  // Read from the parsed URL: '/..//evil.example' would become another host.
  const path = parsed.pathname + parsed.search + parsed.hash;
  return url.startsWith('/') && parsed.origin === origin && !path.startsWith('//') ? path : null;
}
