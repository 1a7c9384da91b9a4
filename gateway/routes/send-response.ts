import type { FastifyReply, FastifyRequest } from 'fastify';
import type { CallResult } from '../session/call-upstream.ts';

/**
 * Writes the response to the socket with headers built from nothing.
 * @param rewritten replaces the upstream's body
 */
export function sendResponse(
  request: FastifyRequest,
  reply: FastifyReply,
  { response, setCookies, sessionEnded }: CallResult,
  rewritten: Buffer | null,
): void {
  const { raw } = reply;
  if (!raw.destroyed && response !== null) {
    const { status, headers, body } = response;
    const list = [
      ...request.server.securityHeaders,
      ...['trace-id', request.id],
      ...['cache-control', cacheControl(headers.cacheControl, setCookies.length > 0)],
    ];
    const payload = status === 204 ? undefined : (rewritten ?? body);
    if (headers.contentType) list.push('content-type', headers.contentType);
    if (headers.contentEncoding && rewritten === null) list.push('content-encoding', headers.contentEncoding);
    if (headers.retryAfter) list.push('retry-after', headers.retryAfter);
    if (headers.date) list.push('date', headers.date);
    if (sessionEnded) list.push('session-ended', '1');
    for (const cookie of setCookies) list.push('set-cookie', cookie);
    if (payload) list.push('content-length', String(payload.length));
    // Throws on a header that Node refuses, which Fastify can still turn into an error response.
    raw.writeHead(status, list);
    raw.end(payload);
  }
  reply.hijack();
}

/**
 * The upstream's policy, or a stricter one. A shared cache must not store responses to requests with `Authorization` (RFC 9111
 * §3.5), but browsers' requests have none: say `private`. A response with cookies is never stored.
 */
function cacheControl(upstream: string | undefined, setsCookies: boolean): string {
  if (!upstream || setsCookies) return 'no-store';
  return /\b(no-store|private|public|s-maxage|must-revalidate)\b/i.test(upstream) ? upstream : `private, ${upstream}`;
}
