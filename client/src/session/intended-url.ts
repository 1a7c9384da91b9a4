const key = 'intended-url';

/** Keeps the page that a visitor wanted to open while they sign in. Lives as long as the tab. */
export function saveIntendedUrl(url: string): void {
  sessionStorage.setItem(key, url);
}

export function readIntendedUrl(origin: string): string | null {
  const saved = sessionStorage.getItem(key);
  return saved === null ? null : toSameSitePath(saved, origin);
}

export const clearIntendedUrl = (): void => sessionStorage.removeItem(key);

/** The path, query and fragment of an address of this site; null for any other, such as `//evil.example`. */
export function toSameSitePath(address: string, origin: string): string | null {
  if (!URL.canParse(address, origin)) return null;
  const url = new URL(address, origin);
  // Read from the parsed URL: '/..//evil.example' would become another host.
  const path = url.pathname + url.search + url.hash;
  return address.startsWith('/') && url.origin === origin && !path.startsWith('//') ? path : null;
}
