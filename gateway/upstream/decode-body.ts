import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate, type ZlibOptions } from 'node:zlib';
import type { UpstreamAnswer } from './client.ts';

type Decoder = (body: Buffer, options: ZlibOptions) => Promise<Buffer>;

const decoders: ReadonlyMap<string, Decoder> = new Map([
  ['gzip', promisify(gunzip) as Decoder],
  ['deflate', promisify(inflate) as Decoder],
  ['br', promisify(brotliDecompress) as Decoder],
]);

// Browsers send one of a handful; whoever makes up more is computed anew.
const remembered = new Map<string, string>();
const maxRemembered = 100;

/** The encodings of an Accept-Encoding header that the answer's reader here knows too. */
export function acceptableEncodings(acceptEncoding: string | undefined): string {
  if (!acceptEncoding) return 'identity';
  const before = remembered.get(acceptEncoding);
  if (before !== undefined) return before;
  const known = acceptEncoding
    .split(',')
    .map((part) => part.trim())
    .filter((part) => decoders.has((part.split(';', 1)[0] ?? '').trim().toLowerCase()));
  const encodings = known.join(', ') || 'identity';
  if (remembered.size < maxRemembered) remembered.set(acceptEncoding, encodings);
  return encodings;
}

/** The answer's body as text would be read from it; null when it cannot be decoded, or is longer than `maxBytes`. */
export async function decodeBody({ headers, body }: UpstreamAnswer, maxBytes: number): Promise<Buffer | null> {
  const encodings = (headers.contentEncoding ?? '')
    .toLowerCase()
    .split(',')
    .map((name) => name.trim())
    .reverse();
  // An answer without a body, such as a 204, may name an encoding all the same.
  if (body.length === 0) return body;
  let decoded = body;
  for (const encoding of encodings) {
    if (encoding === '' || encoding === 'identity') continue;
    const decode = decoders.get(encoding);
    if (!decode) return null;
    try {
      decoded = await decode(decoded, { maxOutputLength: maxBytes });
    } catch {
      return null;
    }
  }
  return decoded;
}
