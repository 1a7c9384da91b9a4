import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';

/** How every access and refresh token of the sandbox begins. A permanent token may be seen: it is shown on purpose. */
export const tokenMarks = ['sandbox-access-', 'sandbox-refresh-'] as const;

export interface Taint {
  readonly mark: (typeof tokenMarks)[number];
  /** How it was hidden, outermost first; empty when it was in the open. */
  readonly hiddenBy: readonly string[];
}

interface Layer {
  readonly name: string;
  /** Everything in the text that this form can hide; nothing when there is none of it. */
  readonly open: (text: string) => Iterable<string>;
}

const shortestMark = Math.min(...tokenMarks.map((mark) => mark.length));
const deepest = 4;

const layers: readonly Layer[] = [
  { name: 'gzip', open: (text) => decompress(text.startsWith('\x1f\x8b'), gunzipSync, text) },
  { name: 'deflate', open: (text) => decompress(text.startsWith('\x78'), inflateSync, text) },
  // Brotli has no signature: what does not unpack is something else.
  { name: 'brotli', open: (text) => decompress(hasBinary(text), brotliDecompressSync, text) },
  { name: 'utf-16', open: (text) => (text.includes('\0') ? [text.replaceAll('\0', '')] : []) },
  { name: 'percent', open: (text) => replaceCodes(text, /%([0-9a-f]{2})/gi) },
  { name: 'escape', open: (text) => replaceCodes(text, /\\+(?:u00|x)([0-9a-f]{2})/gi) },
  { name: 'entity', open: (text) => replaceCodes(text, /&#x0*([0-9a-f]{2});/gi) },
  { name: 'decimal entity', open: (text) => replaceCodes(text, /&#0*(\d{2,3});/g, 10) },
  { name: 'hex', open: (text) => decodeRuns(text, hexRun, 'hex', 2) },
  { name: 'base64', open: (text) => decodeRuns(text, base64Run, 'base64', 4) },
];

const hexRun = new RegExp(`[0-9a-f]{${shortestMark * 2},}`, 'gi');
const base64Run = new RegExp(`[A-Za-z0-9+/_-]{${Math.ceil((shortestMark * 4) / 3)},}`, 'g');

/** Every token mark in the data, in the open or encoded, compressed or both, up to four layers deep. */
export function findTaint(data: string | Uint8Array): Taint[] {
  const found = new Map<string, Taint>();
  const seen = new Set<string>();
  const search = (text: string, hiddenBy: readonly string[]): void => {
    if (text.length < shortestMark || seen.has(text)) return;
    seen.add(text);
    const lowered = text.toLowerCase();
    for (const mark of tokenMarks) {
      if (lowered.includes(mark)) found.set(`${mark} ${hiddenBy.join()}`, { mark, hiddenBy });
    }
    if (hiddenBy.length === deepest) return;
    for (const { name, open } of layers) for (const inner of open(text)) search(inner, [...hiddenBy, name]);
  };
  // One character per byte, so that binary data survives the way through strings.
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

/** A run may begin in the middle of a unit, glued to what stands before it: each alignment is tried. */
function* decodeRuns(text: string, runs: RegExp, encoding: 'hex' | 'base64', unit: number): Iterable<string> {
  for (const [run] of text.matchAll(runs)) {
    for (let offset = 0; offset < unit; offset += 1) yield Buffer.from(run.slice(offset), encoding).toString('latin1');
  }
}
