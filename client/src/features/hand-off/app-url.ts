/** The names under which a permanent token stands in an address. decisions.md §3 */
const tokenNames = ['token', 'permanent_access_token', 'PERMANENT_TOKEN'];

/** Whether the address brings the token that is for the app. */
export function bringsToken(search: string): boolean {
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
