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
    if (passes === maxPasses || !beginnings.some((beginning) => text.includes(beginning))) return false;
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

/** Of escapes. Single bytes, because a search for `&amp;` in 4 MB of ampersands takes 30 ms. */
const beginnings = ['\\', '%', '&'].map((text) => Buffer.from(text));

/**
 * Takes one level of escapes away: those of JSON and JavaScript, of URLs and of HTML. Own code, because library
 * functions throw on a body that is none of these. 4 MB of escapes take about a tenth of a second.
 */
function withoutEscapes(text: Buffer): Buffer {
  const unescaped = Buffer.allocUnsafe(text.length);
  let length = 0;
  for (let index = 0; index < text.length; length += 1) {
    const found = escapeAt(text, index);
    unescaped[length] = found === 0 ? (text[index] as number) : found & 0xff;
    index += found === 0 ? 1 : found >> 8;
  }
  return unescaped.subarray(0, length);
}

/** The byte of the escape that begins there plus 256 times its length, a number to save memory; 0 where none begins. */
function escapeAt(text: Buffer, index: number): number {
  switch (text[index]) {
    case percent:
      return escapeOf(hexAt(text, index + 1), 3);
    case backslash:
      return (
        unicodeAt(text, index + 1) || hexEscapeAt(text, index + 1) || escapeOf(unescapedLetter(text[index + 1]), 2)
      );
    case ampersand:
      return text[index + 1] === hash ? referenceAt(text, index) : namedReferenceAt(text, index);
    default:
      return 0;
  }
}

const [percent, backslash, ampersand, hash, semicolon] = [0x25, 0x5c, 0x26, 0x23, 0x3b];

/** @param byte negative if there is none */
const escapeOf = (byte: number, length: number): number => (byte < 0 ? 0 : (length << 8) | byte);

/** Of an ASCII or Latin character, `\u002f` for example. */
const unicodeAt = (text: Buffer, index: number): number =>
  text[index] === 0x75 && text[index + 1] === 0x30 && text[index + 2] === 0x30
    ? escapeOf(hexAt(text, index + 3), 6)
    : 0;

/** As in JavaScript, `\x2f` for example. */
const hexEscapeAt = (text: Buffer, index: number): number =>
  text[index] === 0x78 ? escapeOf(hexAt(text, index + 1), 4) : 0;

/** HTML's reference to an ASCII or Latin character by its number, `&#47;` or `&#x2F;` for example. */
function referenceAt(text: Buffer, start: number): number {
  const isHex = ((text[start + 2] ?? 0) | 0x20) === 0x78;
  const base = isHex ? 16 : 10;
  const first = start + (isHex ? 3 : 2);
  let number = 0;
  for (let index = first; index <= first + maxReferenceDigits; index += 1) {
    const byte = text[index] ?? 0;
    const digit = digits[byte] as number;
    if (digit < 0 || digit >= base) {
      return byte === semicolon && index > first && number <= 0xff ? escapeOf(number, index + 1 - start) : 0;
    }
    number = number * base + digit;
  }
  return 0;
}

/** With leading zeros. */
const maxReferenceDigits = 7;

const quotationMark = { byte: 0x22, reference: Buffer.from('&quot;') };
const ampersandSign = { byte: ampersand, reference: Buffer.from('&amp;') };

/** HTML's reference to a quotation mark or an ampersand by its name. */
function namedReferenceAt(text: Buffer, start: number): number {
  const { byte, reference } = text[start + 1] === quotationMark.reference[1] ? quotationMark : ampersandSign;
  for (let index = 1; index < reference.length; index += 1) {
    if (text[start + index] !== reference[index]) return 0;
  }
  return escapeOf(byte, reference.length);
}

/** The byte that two hexadecimal digits name; negative for anything else. */
const hexAt = (text: Buffer, index: number): number =>
  ((digits[text[index] ?? 0] as number) << 4) | (digits[text[index + 1] ?? 0] as number);

const digits = Int8Array.from({ length: 256 }, (_, byte) =>
  '0123456789abcdef'.indexOf(String.fromCharCode(byte).toLowerCase()),
);

/** The character after a backslash. Line breaks and tabs become blanks. */
const unescapedLetter = (byte = 0x20): number => (blanks.has(byte) ? 0x20 : byte);

const blanks: ReadonlySet<number> = new Set(Buffer.from('bfnrt'));
