import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate, type ZlibOptions } from 'node:zlib';
import type { UpstreamResponse } from './exchange.ts';

type Decoder = (body: Buffer, options: ZlibOptions) => Promise<Buffer>;

const decoders: ReadonlyMap<string, Decoder> = new Map([
  ['gzip', promisify(gunzip) as Decoder],
  ['deflate', promisify(inflate) as Decoder],
  ['br', promisify(brotliDecompress) as Decoder],
]);

/** The encodings of an Accept-Encoding header that the gateway can decode, too. */
export function acceptableEncodings(acceptEncoding: string | undefined): string {
  const parts = acceptEncoding?.split(',').map((part) => part.trim()) ?? [];
  const known = parts.filter((part) => decoders.has((part.split(';', 1)[0] ?? '').trim().toLowerCase()));
  return known.join(', ') || 'identity';
}

/** The decoded body; null when it cannot be decoded, or is longer than `maxBytes`. */
export async function decodeBody(
  { headers, body }: Pick<UpstreamResponse, 'headers' | 'body'>,
  maxBytes: number,
): Promise<Buffer | null> {
  const encodings = (headers.contentEncoding ?? '')
    .toLowerCase()
    .split(',')
    .map((name) => name.trim())
    .reverse();
  // A response without a body, such as a 204, may name an encoding all the same.
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
