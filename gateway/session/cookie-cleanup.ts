import { randomInt } from 'node:crypto';

const maxSegments = 16;
/** A response has room for two of them, beside the cookie's other attributes. */
const maxPathBytes = 512;

/** Whether a response may still delete our own cookies: a later one could delete those of the next session. */
export const mayCleanUp = (receivedAt: number): boolean => Date.now() - receivedAt < 1_000;

export interface Cleanup {
  /** Set-Cookie values that delete cookies where the gateway sets none. */
  readonly foreign: readonly string[];
  /** Those that delete our own in a browser that does not know partitioned cookies: it ignores the attribute. */
  readonly own: readonly string[];
  /** Where the next response continues; null when every candidate has been cleared. */
  readonly nextStep: number | null;
}

interface Place {
  /** Null is host-only. */
  readonly domain: string | null;
  readonly path: string;
  /** Whether it belongs to the site that the browser's top window shows. */
  readonly partitioned: boolean;
}

interface CleanupScope {
  /** All names whose duplicates are deleted: with a fixed list, a step is the same place, whichever are doubled. */
  readonly names: readonly string[];
  readonly host: string;
  /** {@link domainsToClear} */
  readonly domains: readonly (string | null)[];
  /** The domain of the gateway's own cookies. */
  readonly domain: string | null;
  readonly secure: boolean;
  /** Of all Set-Cookie values together. */
  readonly maxBytes: number;
}

/**
 * Deletes cookies of which a browser sent two. It does not say for which domain and path they were set, so every
 * possible one is cleared, in as many responses as it takes. Half of each response goes on at `step`, the likeliest
 * first; the other half begins at a random place, because other hosts can set the counter, too. The gateway's own
 * cookies stay: without them a duplicate would not show, and would come back with the next sign-in.
 * @param doubled names of cookies that were sent twice
 * @param step where the last response stopped; null begins anywhere
 */
export function clearDuplicates(
  doubled: ReadonlySet<string>,
  { names, host, domains, domain: ownDomain, secure, maxBytes }: CleanupScope,
  requestPath: string,
  step: number | null,
): Cleanup {
  // Deleting a cookie leaves the partitioned one of the same name, which another host of the domain can set.
  const partitions = secure ? [false, true] : [false];
  const paths = pathsToClear(requestPath);
  const everywhere: Place[] = partitions.flatMap((partitioned) =>
    paths.flatMap((path) => domains.map((domain) => ({ domain, path, partitioned }))),
  );
  const isOwn = ({ domain, path }: Place) => domain === ownDomain && path === '/';
  const rank = (place: Place): number => {
    if (isOwn(place)) return 4;
    // Where the gateway set them with another COOKIE_DOMAIN.
    if (place.path === '/' && !place.partitioned) return 0;
    // What other hosts can set.
    if (place.domain !== null && place.domain !== host) return place.partitioned ? 2 : 1;
    return 3;
  };
  const places = everywhere.filter((place) => !isOwn(place) || place.partitioned).toSorted((a, b) => rank(a) - rank(b));
  const foreign: string[] = [];
  const own: string[] = [];
  const cleared = new Set<number>();
  let bytes = 0;
  /** Clears candidates, and returns the first one that exceeds the limit. */
  const clear = (from: number, to: number, limit: number): number => {
    for (let index = from; index < to; index += 1) {
      const name = names[index % names.length] as string;
      if (!doubled.has(name) || cleared.has(index)) continue;
      const place = places[Math.floor(index / names.length)] as Place;
      const header = formatDeletion(name, place, secure);
      if (bytes + header.length > limit) return index;
      bytes += header.length;
      cleared.add(index);
      (isOwn(place) ? own : foreign).push(header);
    }
    return to;
  };
  const end = places.length * names.length;
  const anywhere = () => randomInt(end + 1);
  const next = clear(step ?? anywhere(), end, maxBytes / 2);
  const start = anywhere();
  const isComplete = clear(start, end, maxBytes) === end && clear(0, start, maxBytes) === start;
  return { foreign, own, nextStep: isComplete ? null : next % end };
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

/** Shorter than `formatExpiredCookie`: browsers need no more, and a response has room for twice as many. */
function formatDeletion(name: string, { domain, path, partitioned }: Place, secure: boolean): string {
  const attributes = [domain && `Domain=${domain}`, `Path=${path}`, secure && 'Secure', partitioned && 'Partitioned'];
  return [`${name}=; Max-Age=0`, ...attributes.filter(Boolean)].join('; ');
}

/** `/` and each prefix of the path, with and without a slash at its end. */
function pathsToClear(requestPath: string): string[] {
  const paths = new Set(['/']);
  let prefix = '';
  for (const segment of requestPath.split('/', maxSegments).slice(1)) {
    // A segment with other characters is no page's.
    if (!/^[\w.~%!$&'()*+:@=-]+$/.test(segment)) break;
    if (prefix.length + segment.length >= maxPathBytes) break;
    prefix += `/${segment}`;
    paths.add(prefix).add(`${prefix}/`);
  }
  return [...paths];
}
