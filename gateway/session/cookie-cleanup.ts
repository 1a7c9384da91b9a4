import { randomInt } from 'node:crypto';
import { type CookieScope, formatExpiredCookie } from './cookies.ts';

/**
 * Every proxy with default buffers forwards 2,048 beside the other headers, unless these set long tokens
 * (docs/operations.md, Proxy). The `cleanup` cookie takes some. decisions.md §3, Cookies
 */
const maxBytes = 2_048 - 128;
const maxSegments = 16;
/** A longer prefix would not leave room for the cookie's other attributes. */
const maxPathBytes = 1_024;

/** Whether a response may still delete cookies: a later one could delete those of the next session. */
export const mayCleanUp = (receivedAt: number): boolean => Date.now() - receivedAt < 1_000;

export interface Cleanup {
  readonly setCookies: readonly string[];
  /** Where the next response continues; null when every candidate has been cleared. */
  readonly nextStep: number | null;
}

/**
 * Deletes cookies of which a browser sent two. It does not say for which domain and path they were set, so every
 * possible one is cleared, the likeliest first, in as many responses as it takes.
 * @param names cookies that were sent twice
 * @param domains of {@link domainsToClear}
 * @param step how many candidates earlier responses have cleared. Null if that is unknown: starts anywhere, so that
 *   enough responses clear every candidate
 */
export function clearDuplicates(
  names: readonly string[],
  { domains, secure }: { readonly domains: readonly (string | null)[] } & Pick<CookieScope, 'secure'>,
  requestPath: string,
  step: number | null,
): Cleanup {
  // Deleting a cookie leaves the partitioned one of the same name, which another host of the domain can set.
  const partitions = secure ? [false, true] : [false];
  const candidates = pathsToClear(requestPath).flatMap((path) =>
    partitions.flatMap((partitioned) =>
      domains.flatMap((domain) => names.map((name) => ({ name, domain, path, partitioned }))),
    ),
  );
  if (step === null) candidates.push(...candidates.splice(0, randomInt(candidates.length)));
  const setCookies: string[] = [];
  let next = step !== null && step < candidates.length ? step : 0;
  // Only what is sent becomes a header: long paths make each of hundreds of candidates long.
  for (let bytes = 0; next < candidates.length; next += 1) {
    const { name, ...place } = candidates[next] as (typeof candidates)[number];
    const header = formatExpiredCookie(name, { ...place, secure, httpOnly: true });
    bytes += header.length;
    if (bytes > maxBytes) break;
    setCookies.push(header);
  }
  return { setCookies, nextStep: next < candidates.length ? next : null };
}

/**
 * The domains for which a cookie that reaches this host can have been set, the likeliest first; null is host-only.
 * @param cookieDomain COOKIE_DOMAIN, or null where cookies are host-only
 */
export function domainsToClear(host: string, cookieDomain: string | null): readonly (string | null)[] {
  const labels = host.split('.');
  // An IPv4 address has no parents. A single label, such as `com`, is no domain that a cookie can have. Domains above
  // COOKIE_DOMAIN count: a cookie of a site there, or of an earlier, wider COOKIE_DOMAIN, would keep visitors from
  // signing in until it expires.
  const parents = /^[\d.]+$/.test(host) ? [] : labels.slice(0, -1).map((_, index) => labels.slice(index).join('.'));
  return [...new Set([null, cookieDomain, ...parents])];
}

/** `/` and each prefix of the path, with and without a slash at its end. */
function pathsToClear(requestPath: string): string[] {
  const paths = new Set(['/']);
  let prefix = '';
  for (const segment of requestPath.split('/').slice(1, maxSegments)) {
    // A segment with other characters is no page's.
    if (!/^[\w.~%!$&'()*+:@=-]+$/.test(segment)) break;
    if (prefix.length + segment.length >= maxPathBytes) break;
    prefix += `/${segment}`;
    paths.add(prefix).add(`${prefix}/`);
  }
  return [...paths];
}
