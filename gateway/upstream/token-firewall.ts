/** Shorter texts could occur by chance. Every real token is longer. */
const minTokenLength = 20;
/**
 * Only the end of a token is searched for: of a JWT, its signature. In the worst case a search takes the length of the
 * pattern times that of the text, and without COOKIE_KEYS clients choose the token: one of 4 kB took seconds.
 */
const searchedLength = 32;
/** Enough for JSON in JSON in JSON. */
const maxPasses = 3;
/** Not as a parameter of a URL: links to payment providers may have one of their own. */
const tokenKey = /"(?:access|refresh)[_-]?token"\s*:\s*(?:["{[\d-]|null|true|false)/i;

/**
 * Whether the text may not reach a browser: it has a token's key, or one of these tokens, in an error message for
 * example, in any usual spelling.
 * @param body decoded
 * @param tokens of the request's session
 */
export function holdsToken(body: Buffer, tokens: readonly (string | null)[]): boolean {
  const known = tokens.flatMap((token) =>
    token !== null && token.length >= minTokenLength ? [token.slice(-searchedLength)] : [],
  );
  let text = withoutZeros(body);
  for (let passes = 0; ; passes += 1) {
    if (holdsKey(text) || known.some((end) => text.includes(end))) return true;
    // Nearly every response ends here.
    if (passes === maxPasses || !(text.includes(backslash) || text.includes(percent))) return false;
    const unescaped = withoutEscapes(text);
    if (unescaped.length === text.length) return false;
    text = unescaped;
  }
}

/**
 * Whether the text has `access_token` or `refresh_token` as an object key at any depth, in any usual spelling.
 * @param body decoded
 */
export const holdsTokenKey = (body: Buffer): boolean => holdsToken(body, []);

/**
 * Deliberately no parser: a parser drops the first of two equal keys, but the browser gets the bytes. The same rule
 * applies to bodies that are not JSON.
 */
const holdsKey = (text: Buffer): boolean =>
  (text.includes('oken') || text.includes('OKEN')) && tokenKey.test(text.toString('latin1'));

/** JSON has zero bytes only in UTF-16 and UTF-32. Without them its ASCII is readable again. */
function withoutZeros(body: Buffer): Buffer {
  if (!body.includes(0)) return body;
  const kept = Buffer.allocUnsafe(body.length);
  let length = 0;
  for (const byte of body) {
    if (byte === 0) continue;
    kept[length] = byte;
    length += 1;
  }
  return kept.subarray(0, length);
}

const backslash = 0x5c;
const percent = 0x25;

/**
 * Takes one level of escapes away, those of JSON and of URLs. Own code, because library functions throw on a body that
 * is neither, and 4 MB of escapes must not take a tenth of a second.
 */
function withoutEscapes(text: Buffer): Buffer {
  const unescaped = Buffer.allocUnsafe(text.length);
  let length = 0;
  for (let index = 0; index < text.length; index += 1) {
    const byte = text[index] as number;
    const code = byte === percent ? hexAt(text, index + 1) : byte === backslash ? unicodeAt(text, index + 1) : -1;
    if (code >= 0) index += byte === percent ? 2 : 5;
    else if (byte === backslash) index += 1;
    unescaped[length] = code >= 0 ? code : byte === backslash ? unescapedLetter(text[index]) : byte;
    length += 1;
  }
  return unescaped.subarray(0, length);
}

/** Of an ASCII or Latin character after its backslash, `u002f` for example; -1 for any other. */
const unicodeAt = (text: Buffer, index: number): number =>
  text[index] === 0x75 && text[index + 1] === 0x30 && text[index + 2] === 0x30 ? hexAt(text, index + 3) : -1;

/** The byte that two hexadecimal digits name; negative for anything else. */
const hexAt = (text: Buffer, index: number): number =>
  ((digits[text[index] ?? 0] as number) << 4) | (digits[text[index + 1] ?? 0] as number);

const digits = Int8Array.from({ length: 256 }, (_, byte) =>
  '0123456789abcdef'.indexOf(String.fromCharCode(byte).toLowerCase()),
);

/** The character after a backslash. Line breaks and tabs become blanks. */
const unescapedLetter = (byte = 0x20): number => (blanks.has(byte) ? 0x20 : byte);

const blanks: ReadonlySet<number> = new Set(Buffer.from('bfnrt'));
