import { isKnownIdentity } from '#shared/app-identity.ts';
import { attributionNames as names } from '#shared/attribution.ts';
import { isAtOrBelow } from '../http/request-url.ts';

type Attribution = Partial<Record<(typeof names)[number], string>>;

/** Fourteen values of this length still fit into one cookie in most cases; no campaign needs more. */
const maxLength = 100;

/**
 * What a page's address says; empty where there is nothing to keep.
 * @param ownIdentity this site's, such as `skerry.site.account`
 */
export function collectAttribution(path: string, query: URLSearchParams, ownIdentity: string): Attribution {
  // Its app-identity carries a token.
  if (isAtOrBelow(path, '/payment')) return {};
  const found: Attribution = {};
  for (const name of names) {
    const value = query.get(name) || (name === 'clickid' ? query.get('irclickid') : null);
    if (!value || value.length > maxLength) continue;
    if (name === 'app-identity' && !isKnownIdentity(value, ownIdentity)) continue;
    found[name] = value;
  }
  return found;
}

/** What an earlier visit left; nothing of it is believed but its known names. */
export function parseAttribution(cookie: string | undefined): Attribution {
  if (cookie === undefined) return {};
  try {
    const parsed: unknown = JSON.parse(decodeURIComponent(cookie));
    if (typeof parsed !== 'object' || parsed === null) return {};
    const entries = Object.entries(parsed).filter(
      ([name, value]) =>
        names.some((known) => known === name) && typeof value === 'string' && value.length <= maxLength,
    );
    return Object.fromEntries(entries) as Attribution;
  } catch {
    return {};
  }
}
