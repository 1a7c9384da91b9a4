// Lowercase letters and the underscore as JSON escapes.
const escapedLetter = /\\u00(5f|6[1-9a-f]|7[0-9a])/gi;
const tokenKey = /"(?:access|refresh)_token"\s*:/;

/**
 * Whether the text has `access_token` or `refresh_token` as an object key at any depth. Deliberately no parser: a parser drops
 * the first of two equal keys, but the browser gets the bytes. The same rule applies to bodies that are not JSON.
 * @param body decoded
 */
export function holdsTokenKey(body: Buffer): boolean {
  // JSON has zero bytes only in UTF-16 and UTF-32. Without them its ASCII is readable again.
  if (body.includes(0)) return holdsTokenKey(Buffer.from(body.toString('latin1').replaceAll('\0', ''), 'latin1'));
  // Nearly every response ends here.
  if (!body.includes('_token') && !body.includes('\\u00')) return false;
  const text = body
    .toString('latin1')
    .replace(escapedLetter, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return tokenKey.test(text);
}
