import { isWebIdentity } from '#shared/app-identity.ts';

/** The names under which a permanent token stands in an address. decisions.md §3 */
const tokenNames = ['token', 'permanent_access_token', 'PERMANENT_TOKEN'];

/** Whether the address brings the token that is for the app. */
export function hasPermanentToken(search: string): boolean {
  const query = new URLSearchParams(search);
  return tokenNames.some((name) => query.get(name));
}

/**
 * The link that opens the app: `app_url` of the page's address when it has one of our schemes, else the app itself, with
 * the page's other parameters appended. product.md §2
 * @param schemes the first is the main one
 * @param freshToken signs the app in, where the address brought none for it
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

/** Where a one-time code of an address belongs. */
export type OneTimeCodeTarget =
  | { readonly target: 'web' | 'app'; readonly code: string }
  | { readonly target: 'error'; readonly code: null };

/** The code goes to the web for a site of ours, to the app for anyone else; without six digits nowhere. product.md §4 */
export function readOneTimeCode(search: string, ownIdentity: string): OneTimeCodeTarget {
  const query = new URLSearchParams(search);
  const code = (query.get('otc-code') ?? query.get('OTC_CODE') ?? '').trim();
  if (!/^\d{6}$/.test(code)) return { target: 'error', code: null };
  return { target: isWebIdentity(query.get('app-identity') ?? '', ownIdentity) ? 'web' : 'app', code };
}
