import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate, type ZlibOptions } from 'node:zlib';
import { ConcurrencyLimit } from '../http/concurrency-limit.ts';
import { tooManyWaiting, type UpstreamResponse } from './exchange.ts';

type Decoder = (body: Buffer, options: ZlibOptions) => Promise<Buffer>;

const decoders: ReadonlyMap<string, Decoder> = new Map([
  ['gzip', promisify(gunzip) as Decoder],
  ['deflate', promisify(inflate) as Decoder],
  ['br', promisify(brotliDecompress) as Decoder],
]);

/**
 * Decoders at work. Each may need twice the longest response; zlib runs on four threads.
 * docs/decisions/007-bounds.md
 */
const decoding = new ConcurrencyLimit({ running: [2, 1], waiting: [2_048, 2_048] });

/** Of one body, besides `identity`. A thousand would keep a decoder busy for half a minute. */
const maxEncodings = 2;

/** Browsers send a few names. Thousands would take a millisecond. */
const maxAcceptLength = 256;

/** The encodings of an Accept-Encoding header that the gateway can decode, too. */
export function acceptableEncodings(acceptEncoding = ''): string {
  if (acceptEncoding.length > maxAcceptLength) return 'identity';
  const parts = acceptEncoding.split(',').map((part) => part.trim());
  const known = parts.filter((part) => decoders.has((part.split(';', 1)[0] ?? '').trim().toLowerCase()));
  return known.join(', ') || 'identity';
}

/**
 * The decoded body; null when it cannot be decoded, has more than two encodings, or is longer than `maxBytes`.
 * @param network of the client
 * @throws {Problem} when too many are waiting
 */
export async function decodeBody(
  response: Pick<UpstreamResponse, 'headers' | 'body'>,
  maxBytes: number,
  network: string,
): Promise<Buffer | null> {
  // A response without a body, such as a 204, may name an encoding all the same.
  const isEncoded = response.headers['content-encoding'] !== undefined && response.body.length > 0;
  if (!isEncoded) return response.body;
  const decoded = decoding.run(() => decode(response, maxBytes), network);
  if (decoded === null) throw tooManyWaiting();
  return decoded;
}

async function decode(
  { headers, body }: Pick<UpstreamResponse, 'headers' | 'body'>,
  maxBytes: number,
): Promise<Buffer | null> {
  const encodings = (headers['content-encoding'] ?? '')
    .toLowerCase()
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '' && name !== 'identity')
    .reverse();
  if (encodings.length > maxEncodings) return null;
  let decoded = body;
  for (const encoding of encodings) {
    const decoder = decoders.get(encoding);
    if (!decoder) return null;
    try {
      decoded = await decoder(decoded, { maxOutputLength: maxBytes });
    } catch {
      return null;
    }
  }
  return decoded;
}
