import { isAtOrBelow } from '../http/request-url.ts';
import { isUsableToken } from '../session/tokens.ts';

export type Credentials =
  | { readonly kind: 'permanent token'; readonly token: string }
  | { readonly kind: 'pair'; readonly access: string; readonly refresh: string };

export interface UrlCredentials {
  /** Null when there is nothing to sign in with, such as a lone half of a pair. */
  readonly credentials: Credentials | null;
  /** The query without what was taken; without `?`. */
  readonly query: string;
}

const permanentNames = ['token', 'permanent_access_token', 'PERMANENT_TOKEN'];
const pairNames = ['access_token', 'refresh_token'];

/**
 * What a page's address carries to sign in with; null when there is nothing to take out. decisions.md §3, Sign-in by URL
 * @param path raw
 * @param query raw, without `?`
 */
export function takeUrlCredentials(path: string, query: string): UrlCredentials | null {
  // Its `token` is another thing.
  if (isAtOrBelow(path, '/change-email')) return null;
  // Their permanent token is for the app.
  const forApp = isAtOrBelow(path, '/h/redirect-to-app') || isAtOrBelow(path, '/h/to-app');
  const taken = forApp ? pairNames : [...permanentNames, ...pairNames];
  const parts = query.split('&');
  const kept = parts.filter((part) => !taken.includes(nameOf(part)));
  if (kept.length === parts.length) return null;
  const given = new URLSearchParams(query);
  const token = forApp ? undefined : permanentNames.map((name) => given.get(name)).find(Boolean);
  return { credentials: token ? { kind: 'permanent token', token } : readPair(given), query: kept.join('&') };
}

function readPair(given: URLSearchParams): Credentials | null {
  const [access, refresh] = pairNames.map((name) => given.get(name));
  return isUsableToken(access) && isUsableToken(refresh) ? { kind: 'pair', access, refresh } : null;
}

/** The name of a `name=value`, decoded as the client would read it. */
const nameOf = (part: string): string => [...new URLSearchParams(part).keys()][0] ?? '';
