import { browserStorage, isFresh, tabStorage } from '../storage.ts';

const key = 'intended-url';

/** Saves where a visitor wants to go after signing in: for this tab, and for a new one that opens the link of the email. */
export function saveIntendedUrl(url: string): void {
  const saved = JSON.stringify({ url, savedAt: Date.now() });
  tabStorage.write(key, saved);
  browserStorage.write(key, saved);
}

/** This tab was opened by the link in the email: it continues where the tab that requested the code would have. decisions.md §4 */
export function adoptIntendedUrl(): void {
  const shared = browserStorage.read(key);
  if (shared !== null && tabStorage.read(key) === null) tabStorage.write(key, shared);
}

/** The saved path of this tab, unless it is older than an hour. */
export function readIntendedUrl(origin: string): string | null {
  try {
    const saved: unknown = JSON.parse(tabStorage.read(key) ?? 'null');
    if (typeof saved !== 'object' || saved === null || !('url' in saved) || !('savedAt' in saved)) return null;
    return typeof saved.url === 'string' && isFresh(saved.savedAt) ? toSameSitePath(saved.url, origin) : null;
  } catch {
    return null;
  }
}

export function clearIntendedUrl(): void {
  tabStorage.remove(key);
  browserStorage.remove(key);
}

/** The path, query and fragment of a URL of this site; null for any other, such as `//evil.example`. */
export function toSameSitePath(address: string, origin: string): string | null {
  if (!URL.canParse(address, origin)) return null;
  const url = new URL(address, origin);
  // Read back from the parsed URL: '/..//evil.example' would become another host.
  const path = url.pathname + url.search + url.hash;
  return address.startsWith('/') && url.origin === origin && !path.startsWith('//') ? path : null;
}
