// Small letters and the underscore in JSON's escaped writing.
const escapedLetter = /\\u00(5f|6[1-9a-f]|7[0-9a])/gi;
const tokenKey = /"(?:access|refresh)_token"\s*:/;

/**
 * Whether the text holds `access_token` or `refresh_token` as an object key at any depth. No parser, on purpose: a parser
 * drops the first of two equal keys, and the browser gets the bytes. What is not JSON is judged by the same rule.
 * @param body decoded; a string may have one character for each byte
 */
export function holdsTokenKey(body: Buffer | string): boolean {
  // JSON holds zero bytes in UTF-16 and UTF-32 only, and without them these are ASCII again.
  if (body.includes('\0')) return holdsTokenKey(asText(body).replaceAll('\0', ''));
  // Nearly every answer ends here, for a microsecond.
  if (!body.includes('_token') && !body.includes('\\u00')) return false;
  const text = asText(body).replace(escapedLetter, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return tokenKey.test(text);
}

const asText = (body: Buffer | string): string => (typeof body === 'string' ? body : body.toString('latin1'));
