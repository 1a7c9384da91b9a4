import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Delivery } from '../session/forward.ts';

/**
 * Writes the answer to the socket, past Fastify's reply, with headers built from nothing.
 * @param payload in place of the upstream's bytes: decoded ones, or a string with one character for each byte
 */
export function sendAnswer(
  request: FastifyRequest,
  reply: FastifyReply,
  { answer, setCookies, sessionEnded }: Delivery,
  payload: Buffer | string | null,
): void {
  reply.hijack();
  const { raw } = reply;
  if (raw.destroyed || !answer) return;
  const { status, headers } = answer;
  const list = [
    ...request.server.securityHeaders,
    'trace-id',
    request.id,
    'cache-control',
    cacheControl(headers.cacheControl, setCookies.length > 0),
  ];
  if (headers.contentType) list.push('content-type', headers.contentType);
  if (headers.contentEncoding && payload === null) list.push('content-encoding', headers.contentEncoding);
  if (headers.retryAfter) list.push('retry-after', headers.retryAfter);
  if (headers.date) list.push('date', headers.date);
  if (sessionEnded) list.push('session-ended', '1');
  for (const cookie of setCookies) list.push('set-cookie', cookie);
  if (status === 204) {
    raw.writeHead(status, list).end();
    return;
  }
  const body = payload ?? answer.body;
  list.push('content-length', String(body.length));
  raw.writeHead(status, list);
  if (typeof body !== 'string') {
    raw.end(body);
    return;
  }
  // Node joins a string to the head, and both leave in one write. Ended before they have left, they would leave with an
  // empty piece behind them, by way of a buffer that is to be collected.
  raw.cork();
  raw.write(body, 'latin1');
  raw.uncork();
  raw.end();
}

/**
 * What the upstream lets caches do. That they share no answer to `Authorization` unless it says so (RFC 9111 §3.5) is lost with
 * that header, and said anew; nobody keeps cookies.
 */
function cacheControl(upstream: string | undefined, setsCookies: boolean): string {
  if (!upstream || setsCookies) return 'no-store';
  return /\b(no-store|private|public|s-maxage|must-revalidate)\b/i.test(upstream) ? upstream : `private, ${upstream}`;
}
