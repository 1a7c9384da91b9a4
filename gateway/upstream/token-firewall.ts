/** Matches the name, and each of its characters as a JSON escape, too. */
const escapable = (name: string): string =>
  [...name]
    .map((character) => {
      const digits = character.charCodeAt(0).toString(16);
      return `(?:${character}|\\\\u00${digits.replace(/[a-f]/, (digit) => `[${digit}${digit.toUpperCase()}]`)})`;
    })
    .join('');

const names = [
  ...['access_token', 'accessToken', 'AccessToken', 'ACCESS_TOKEN'],
  ...['refresh_token', 'refreshToken', 'RefreshToken', 'REFRESH_TOKEN'],
]
  .map(escapable)
  .join('|');
/** The second alternative is JSON within a string. */
const tokenKey = new RegExp(String.raw`(?:"|u0022)(?:${names})(?:"\s*:|\\+(?:"|u0022)\s*:\s*\\+(?:"|u0022))`);
/** Shorter texts could occur by chance. Every real token is longer. */
const minTokenLength = 20;

/**
 * Whether the text may not reach a browser: it has a token's key, or one of these tokens, in an error message for example.
 * @param body decoded
 * @param tokens of the request's session
 */
export function holdsToken(body: Buffer, tokens: readonly (string | null)[]): boolean {
  const text = withoutZeros(body);
  const known = tokens.filter((token) => token !== null && token.length >= minTokenLength) as string[];
  return holdsTokenKey(text) || known.flatMap(spellingsOf).some((spelling) => text.includes(spelling));
}

/** As libraries write it in JSON, where some escape the slash, some the plus sign; and as a part of an address. */
const spellingsOf = (token: string): readonly string[] => [
  ...['/', '\\/'].flatMap((slash) =>
    ['+', '\\u002B', '\\u002b'].map((plus) => token.replaceAll('/', slash).replaceAll('+', plus)),
  ),
  encodeURIComponent(token),
];

/**
 * Whether the text has `access_token` or `refresh_token` as an object key at any depth, in any usual spelling. Deliberately no parser: a parser drops
 * the first of two equal keys, but the browser gets the bytes. The same rule applies to bodies that are not JSON.
 * @param body decoded
 */
export function holdsTokenKey(body: Buffer): boolean {
  const text = withoutZeros(body);
  // Nearly every response ends here.
  if (!['oken', 'OKEN', '\\u00'].some((part) => text.includes(part))) return false;
  return tokenKey.test(text.toString('latin1'));
}

/** JSON has zero bytes only in UTF-16 and UTF-32. Without them its ASCII is readable again. */
const withoutZeros = (body: Buffer): Buffer =>
  body.includes(0) ? Buffer.from(body.toString('latin1').replaceAll('\0', ''), 'latin1') : body;
