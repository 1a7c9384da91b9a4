import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Call } from '#shared/calls.ts';
import type { CallState } from '../session/call-state.ts';

interface Additions {
  readonly setCookies: readonly string[];
  /** Replaces the upstream's body. */
  readonly rewritten: Buffer | null;
  /** {@link Session.isDoubled} */
  readonly isDoubled: boolean;
}

/** Writes the response to the socket with headers built from nothing. */
export function sendResponse(
  request: FastifyRequest,
  reply: FastifyReply,
  { access }: Call,
  { response, sessionEnded, sessionTag }: CallState,
  { setCookies, rewritten, isDoubled }: Additions,
): void {
  const { raw } = reply;
  if (!raw.destroyed && response !== null) {
    const { status, body } = response;
    // The same request may have a session once its doubled cookies are deleted.
    const headers = isDoubled && status === 401 ? { ...response.headers, 'retry-after': '0' } : response.headers;
    const list = [
      ...request.server.securityHeaders,
      ...['trace-id', request.id],
      ...(access === 'public'
        ? ['cache-control', privateCacheControl(headers['cache-control'], setCookies.length > 0), 'vary', publicVary]
        : ['cache-control', 'no-store']),
    ];
    const payload = status === 204 ? undefined : (rewritten ?? body);
    for (const name of ['content-type', 'content-encoding', 'retry-after', 'date'] as const) {
      const value = name === 'content-encoding' && rewritten !== null ? undefined : headers[name];
      if (value) list.push(name, value);
    }
    if (sessionEnded) list.push('session-ended', '1');
    if (sessionTag !== null) list.push('session-tag', sessionTag);
    for (const cookie of setCookies) list.push('set-cookie', cookie);
    if (payload) list.push('content-length', String(payload.length));
    // Throws on a header that Node refuses, which Fastify can still turn into an error response.
    raw.writeHead(status, list);
    raw.end(payload);
  }
  reply.hijack();
}

/** What the response to a public call depends on: its encoding, its language, and who asks. */
const publicVary = 'Accept-Encoding, Accept-Language, Cookie';
const sharedCacheDirectives = /^(?:public|private|s-maxage=.*|proxy-revalidate)$/i;

/**
 * The upstream's policy for the browser's own cache. A response with cookies is never stored. decisions.md §3, Caching
 */
function privateCacheControl(upstream: string | undefined, setsCookies: boolean): string {
  const directives = (upstream ?? '').split(',').map((directive) => directive.trim());
  const kept = directives.filter((directive) => directive !== '' && !sharedCacheDirectives.test(directive));
  const isStored =
    directives.some((directive) => directive !== '') &&
    !kept.some((directive) => directive.toLowerCase() === 'no-store');
  return isStored && !setsCookies ? ['private', ...kept].join(', ') : 'no-store';
}
