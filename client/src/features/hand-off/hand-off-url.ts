import { isWebIdentity } from '#shared/app-identity.ts';

/** The parameters that may hold a permanent token. decisions.md §3, Sign-in by URL */
const tokenNames = ['token', 'permanent_access_token', 'PERMANENT_TOKEN'];

/** Whether the URL contains a permanent token for the app. */
export function hasPermanentToken(search: string): boolean {
  const query = new URLSearchParams(search);
  return tokenNames.some((name) => query.get(name));
}

/**
 * The link that opens the app: `app_url` if its scheme is ours, else the main scheme, with the page's other parameters.
 * product.md §2
 * @param schemes the first is the main one
 * @param freshToken signs the app in if the URL has no token
 */
export function buildAppUrl(search: string, schemes: readonly string[], freshToken: string | null = null): string {
  const query = new URLSearchParams(search);
  const wanted = query.get('app_url') ?? '';
  const allowed = URL.canParse(wanted) && schemes.includes(new URL(wanted).protocol.slice(0, -1));
  const url = new URL(allowed ? wanted : `${schemes[0]}://`);
  query.delete('app_url');
  if (freshToken !== null) query.set('token', freshToken);
  for (const [name, value] of query) url.searchParams.append(name, value);
  return url.href;
}

/** Who a one-time code is for. */
export type OneTimeCodeTarget =
  | { readonly target: 'web' | 'app'; readonly code: string }
  | { readonly target: 'error'; readonly code: null };

/**
 * The code is for the web if the identity is one of our sites, else for the app. An invalid code is an error.
 * product.md §4
 */
export function readOneTimeCode(search: string, ownIdentity: string): OneTimeCodeTarget {
  const query = new URLSearchParams(search);
  const code = (query.get('otc-code') ?? query.get('OTC_CODE') ?? '').trim();
  if (!/^\d{6}$/.test(code)) return { target: 'error', code: null };
  return { target: isWebIdentity(query.get('app-identity') ?? '', ownIdentity) ? 'web' : 'app', code };
}
