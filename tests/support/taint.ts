import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';

/** Prefixes of the sandbox's access and refresh tokens. Permanent tokens are shown on purpose and not listed. */
export const tokenMarks = ['sandbox-access-', 'sandbox-refresh-'] as const;

export interface Taint {
  readonly mark: (typeof tokenMarks)[number];
  /** Encodings around it, outermost first; empty for plain text. */
  readonly encodings: readonly string[];
}

interface Layer {
  readonly name: string;
  /** Everything in the text that decodes this way. */
  readonly decode: (text: string) => Iterable<string>;
}

const shortestMark = Math.min(...tokenMarks.map((mark) => mark.length));
const maxDepth = 4;

const layers: readonly Layer[] = [
  { name: 'gzip', decode: (text) => decompress(text.startsWith('\x1f\x8b'), gunzipSync, text) },
  { name: 'deflate', decode: (text) => decompress(text.startsWith('\x78'), inflateSync, text) },
  // Brotli has no signature, so every binary text is tried.
  { name: 'brotli', decode: (text) => decompress(hasBinary(text), brotliDecompressSync, text) },
  { name: 'utf-16', decode: (text) => (text.includes('\0') ? [text.replaceAll('\0', '')] : []) },
  { name: 'percent', decode: (text) => replaceCodes(text, /%([0-9a-f]{2})/gi) },
  { name: 'escape', decode: (text) => replaceCodes(text, /\\+(?:u00|x)([0-9a-f]{2})/gi) },
  { name: 'entity', decode: (text) => replaceCodes(text, /&#x0*([0-9a-f]{2});/gi) },
  { name: 'decimal entity', decode: (text) => replaceCodes(text, /&#0*(\d{2,3});/g, 10) },
  { name: 'hex', decode: (text) => decodeRuns(text, hexRun, 'hex', 2) },
  { name: 'base64', decode: (text) => decodeRuns(text, base64Run, 'base64', 4) },
];

const hexRun = new RegExp(`[0-9a-f]{${shortestMark * 2},}`, 'gi');
const base64Run = new RegExp(`[A-Za-z0-9+/_-]{${Math.ceil((shortestMark * 4) / 3)},}`, 'g');

/** Finds token prefixes in the data: plain, encoded or compressed, up to four layers deep. */
export function findTaint(data: string | Uint8Array): Taint[] {
  const found = new Map<string, Taint>();
  const seen = new Set<string>();
  const search = (text: string, encodings: readonly string[]): void => {
    if (text.length < shortestMark || seen.has(text)) return;
    seen.add(text);
    const lowered = text.toLowerCase();
    for (const mark of tokenMarks) {
      if (lowered.includes(mark)) found.set(`${mark} ${encodings.join()}`, { mark, encodings });
    }
    if (encodings.length === maxDepth) return;
    for (const { name, decode } of layers) for (const inner of decode(text)) search(inner, [...encodings, name]);
  };
  // Latin-1 maps each byte to one character, so binary data survives.
  search(Buffer.from(data).toString('latin1'), []);
  return [...found.values()];
}

const hasBinary = (text: string): boolean => /[^\t\n\r\x20-\x7e]/.test(text);

function decompress(likely: boolean, unpack: (data: Buffer, options: object) => Buffer, text: string): string[] {
  if (!likely) return [];
  try {
    return [unpack(Buffer.from(text, 'latin1'), { maxOutputLength: 20_000_000 }).toString('latin1')];
  } catch {
    return [];
  }
}

function replaceCodes(text: string, codes: RegExp, radix = 16): string[] {
  const decoded = text.replace(codes, (_, code: string) => String.fromCharCode(Number.parseInt(code, radix)));
  return decoded === text ? [] : [decoded];
}

/** Tries every alignment, because a run may start in the middle of a unit. */
function* decodeRuns(text: string, runs: RegExp, encoding: 'hex' | 'base64', unit: number): Iterable<string> {
  for (const [run] of text.matchAll(runs)) {
    for (let offset = 0; offset < unit; offset += 1) yield Buffer.from(run.slice(offset), encoding).toString('latin1');
  }
}
