// The plain version leaves all headers with the request. Node keeps names and values twice until its response is sent:
// 2,000 requests with 15 kB of different names fill the heap.
import type { IncomingMessage } from 'node:http';

/** Those that the gateway, Fastify and its plugins read. */
const used: ReadonlySet<string> = new Set([
  ...[
    'accept',
    'accept-encoding',
    'accept-language',
    'app-version',
    'clear-cache',
    'connection',
    'content-encoding',
    'content-length',
  ],
  ...['content-type', 'cookie', 'expect', 'host', 'idempotency-key', 'if-match', 'if-modified-since', 'if-none-match'],
  ...['if-range', 'if-unmodified-since', 'origin', 'range', 'sec-fetch-dest', 'sec-fetch-mode', 'sec-fetch-site'],
  ...[
    'sec-gpc',
    'sec-purpose',
    'sec-websocket-key',
    'sent-at',
    'session-tag',
    'transfer-encoding',
    'upgrade',
    'x-forwarded-for',
  ],
]);

/** Of names and values besides one line of cookies. Browsers send about 1 kB, in 20 headers. */
const shortBytes = 2_048;
const fewHeaders = 32;

/**
 * Of long headers, or many, only those that the gateway reads stay.
 * @param maxHeaders requests with more are refused, and counted once more for that
 * @returns the bytes that the headers take
 */
export function trimHeaders(request: IncomingMessage, maxHeaders: number): number {
  const { rawHeaders, headers } = request;
  let bytes = 0;
  let cookies = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const [name = '', value = ''] = [rawHeaders[index], rawHeaders[index + 1]];
    bytes += name.length + value.length;
    // Node keeps a single line once.
    if (name.length === 6 && value === headers.cookie) cookies = value.length;
  }
  if (bytes - cookies <= shortBytes && rawHeaders.length <= 2 * fewHeaders) return bytes;
  if (rawHeaders.length > 2 * maxHeaders) return 2 * bytes;
  const kept = Object.entries(headers).flatMap(([name, value]) =>
    used.has(name) && typeof value === 'string' ? [[name, flat(value)] as const] : [],
  );
  request.headers = Object.fromEntries(kept);
  // Only hosts are counted in it.
  request.rawHeaders = rawHeaders.filter((_, index) => (rawHeaders[index & ~1] ?? '').toLowerCase() === 'host');
  return kept.reduce((sum, [name, value]) => sum + name.length + value.length, 0);
}

/** Of a header that is sent in many lines, Node keeps the lines beside the joined text. */
const flat = (value: string): string => Buffer.from(value, 'latin1').toString('latin1');
