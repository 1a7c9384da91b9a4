import { pagePaths } from '#shared/page-paths.ts';
import { copyText } from '../http/copy-text.ts';
import { isAtOrBelow, routedPath } from '../http/request-url.ts';
import { isUsableToken } from '../session/tokens.ts';

export type Credentials =
  | { readonly kind: 'permanent token'; readonly token: string }
  | { readonly kind: 'pair'; readonly access: string; readonly refresh: string };

export interface UrlCredentials {
  /** Null if they are incomplete, such as half of a pair, or not used on that page. */
  readonly credentials: Credentials | null;
  /** The remaining query, without `?`. */
  readonly query: string;
  /** Whether they come with a payment's result, which the page shows whether or not they sign in. */
  readonly isOfPayment: boolean;
}

const permanentNames = ['token', 'permanent_access_token', 'PERMANENT_TOKEN'];
const pairNames = ['access_token', 'refresh_token'];

/**
 * The credentials in a page's URL; null if there are none. decisions.md §3, Sign-in by URL
 * @param path raw
 * @param query raw, without `?`
 */
export function takeUrlCredentials(path: string, query: string): UrlCredentials | null {
  const page = routedPath(path);
  // There, `token` has another meaning, and no one is signed in.
  const forEmail = isAtOrBelow(page, '/change-email');
  // There, the permanent token is for the app.
  const forApp = isAtOrBelow(page, '/h/redirect-to-app') || isAtOrBelow(page, '/h/to-app');
  const taken = forEmail || forApp ? pairNames : [...permanentNames, ...pairNames];
  const given = new URLSearchParams(query);
  const payer = isAtOrBelow(page, pagePaths.paymentSuccess) ? readPaymentToken(given.get('app-identity')) : null;
  if (payer === null && !taken.some((name) => given.has(name))) return null;
  const kept = query
    .split('&')
    .filter((part) => !taken.includes(nameOf(part)))
    .map((part) => (payer !== null && nameOf(part) === 'app-identity' ? identityWithoutToken : part));
  const token = forApp ? null : (permanentNames.map((name) => given.get(name)).find(Boolean) ?? payer);
  const credentials = token ? ({ kind: 'permanent token', token } as const) : readPair(given);
  return { credentials: forEmail ? null : credentials, query: kept.join('&'), isOfPayment: payer !== null };
}

/** Tells the payment page that the address identified an account. */
const identityWithoutToken = 'app-identity=read';

/**
 * The permanent token in a payment's `app-identity`, base64 of `a|b|<permanent token>`; null when it is malformed.
 * product.md §4, decisions.md §4
 */
function readPaymentToken(identity: string | null): string | null {
  try {
    // An unencoded plus arrives as a space; some senders use base64url.
    const parts = atob((identity ?? '').replace(/[ -]/g, '+').replaceAll('_', '/')).split('|');
    return (parts.length === 3 && parts[2]) || null;
  } catch {
    return null;
  }
}

function readPair(given: URLSearchParams): Credentials | null {
  const [access, refresh] = pairNames.map((name) => given.get(name));
  if (!isUsableToken(access) || !isUsableToken(refresh)) return null;
  // What waits keeps them, also when its request is gone.
  return { kind: 'pair', access: copyText(access), refresh: copyText(refresh) };
}

/** Whether a part of a query is a credential on any page. */
export const isCredential = (part: string): boolean => [...permanentNames, ...pairNames].includes(nameOf(part));

/** The name of a `name=value`, decoded. */
export const nameOf = (part: string): string => new URLSearchParams(part).keys().next().value ?? '';
