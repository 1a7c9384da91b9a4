import { isKnownIdentity } from '#shared/app-identity.ts';
import { attributionNames as names } from '#shared/attribution.ts';
import { isAtOrBelow, routedPath } from '../http/request-url.ts';

/** Values by name, the one that was not seen for longest first. */
type Attribution = Partial<Record<(typeof names)[number], string>>;

/** Characters of one value; a longer one is left out. decisions.md §3, Cookies */
const maxLength = 512;
/** Bytes of the encoded cookie value. decisions.md §3, Cookies */
const maxCookieBytes = 3_500;

/**
 * The attribution in a page's address; empty where there is none.
 * @param ownIdentity this site's, such as `skerry.site.account`
 */
export function collectAttribution(path: string, query: URLSearchParams, ownIdentity: string): Attribution {
  // Its app-identity carries a token.
  if (isAtOrBelow(routedPath(path), '/payment')) return {};
  const found: Attribution = {};
  for (const name of names) {
    const value = query.get(name) || (name === 'clickid' ? query.get('irclickid') : null);
    if (!value || value.length > maxLength) continue;
    if (name === 'app-identity' && !isKnownIdentity(value, ownIdentity)) continue;
    found[name] = value;
  }
  return found;
}

/**
 * The attribution of earlier visits. Scripts can write the cookie, so only known names with text of a known length
 * count, and no cookie that is longer than the gateway's own.
 */
export function parseAttribution(cookie: string | undefined): Attribution {
  // A long one costs a page milliseconds.
  if (!cookie || cookie.length > maxCookieBytes) return {};
  try {
    const kept: unknown = JSON.parse(decodeURIComponent(cookie));
    // A text has entries, too: its characters.
    if (typeof kept !== 'object') return {};
    const entries = Object.entries(kept ?? {}).filter(
      ([name, value]) =>
        names.some((known) => known === name) && typeof value === 'string' && value.length <= maxLength,
    );
    return Object.fromEntries(entries) as Attribution;
  } catch {
    return {};
  }
}

/** The cookie value for the latest value of each name. Names not seen for longest are dropped until the rest fits. */
export function writeAttribution(kept: Attribution, found: Attribution): string {
  const entries = [...Object.entries(kept).filter(([name]) => !(name in found)), ...Object.entries(found)];
  for (;;) {
    const value = encodeURIComponent(JSON.stringify(Object.fromEntries(entries)));
    if (value.length <= maxCookieBytes) return value;
    entries.shift();
  }
}
