import { promisify } from 'node:util';
import {
  brotliDecompress,
  brotliDecompressSync,
  gunzip,
  gunzipSync,
  inflate,
  inflateSync,
  type ZlibOptions,
} from 'node:zlib';
import { ConcurrencyLimit } from '../http/concurrency-limit.ts';
import { tooManyWaiting, type UpstreamResponse } from './exchange.ts';

interface Decoder {
  readonly inThread: (body: Buffer, options: ZlibOptions) => Promise<Buffer>;
  readonly atOnce: (body: Buffer, options: ZlibOptions) => Buffer;
}

const decoders: ReadonlyMap<string, Decoder> = new Map([
  ['gzip', { inThread: promisify<Buffer, ZlibOptions, Buffer>(gunzip), atOnce: gunzipSync }],
  ['deflate', { inThread: promisify<Buffer, ZlibOptions, Buffer>(inflate), atOnce: inflateSync }],
  ['br', { inThread: promisify<Buffer, ZlibOptions, Buffer>(brotliDecompress), atOnce: brotliDecompressSync }],
]);

/**
 * Threads at work. Each may need twice the longest response; zlib runs on four threads.
 * docs/decisions/007-bounds.md
 */
const decoding = new ConcurrencyLimit({ running: [2, 1], waiting: [2_048, 2_048] });

/** Decoding such a body takes 0.04 ms, at most 0.35. In a thread it would take 0.25 ms, and wait for its turn. */
const shortBytes = { encoded: 8_192, decoded: 65_536 };

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
  { headers, body }: Pick<UpstreamResponse, 'headers' | 'body'>,
  maxBytes: number,
  network: string,
): Promise<Buffer | null> {
  // A response without a body, such as a 204, may name an encoding all the same.
  const encodings = body.length === 0 ? [] : encodingsOf(headers['content-encoding']);
  if (encodings.length === 0) return body;
  if (encodings.length > maxEncodings) return null;
  const short = decodeShort(encodings, body, maxBytes);
  if (short !== null) return short;
  const decoded = decoding.run(() => decode(encodings, body, maxBytes), network);
  if (decoded === null) throw tooManyWaiting();
  return decoded;
}

/** In the order in which they are undone. */
const encodingsOf = (contentEncoding = ''): string[] =>
  contentEncoding
    .toLowerCase()
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '' && name !== 'identity')
    .reverse();

/** Decodes a body at once; null if it is long, has two encodings, or cannot be decoded. */
function decodeShort([encoding = '', ...others]: readonly string[], body: Buffer, maxBytes: number): Buffer | null {
  if (body.length > shortBytes.encoded || others.length > 0) return null;
  try {
    const maxOutputLength = Math.min(maxBytes, shortBytes.decoded);
    return decoders.get(encoding)?.atOnce(body, { maxOutputLength }) ?? null;
  } catch {
    return null;
  }
}

async function decode(encodings: readonly string[], body: Buffer, maxBytes: number): Promise<Buffer | null> {
  let decoded = body;
  for (const encoding of encodings) {
    const decoder = decoders.get(encoding);
    if (!decoder) return null;
    try {
      decoded = await decoder.inThread(decoded, { maxOutputLength: maxBytes });
    } catch {
      return null;
    }
  }
  return decoded;
}
