/** Matches the name, and each of its characters as a JSON escape, too. */
const escapable = (name: string): string =>
  [...name]
    .map((character) => {
      const digits = character.charCodeAt(0).toString(16);
      return `(?:${character}|\\\\u00${digits.replace(/[a-f]/, (digit) => `[${digit}${digit.toUpperCase()}]`)})`;
    })
    .join('');

const names = ['access_token', 'refresh_token', 'accessToken', 'refreshToken'].map(escapable).join('|');
/** The second alternative is JSON within a string. */
const tokenKey = new RegExp(String.raw`(?:"|u0022)(?:${names})(?:"\s*:|\\+(?:"|u0022)\s*:\s*\\+(?:"|u0022))`);
/** Shorter texts could occur by chance. Every real token is longer. */
const minTokenLength = 20;

/**
 * Whether the text may not reach a browser: it has a token's key, or one of these tokens, in an error message for example.
 * @param body decoded
 * @param tokens of the request's session
 */
export const holdsToken = (body: Buffer, tokens: readonly (string | null)[]): boolean =>
  holdsTokenKey(body) ||
  tokens.some(
    (token) =>
      token && token.length >= minTokenLength && spellingsOf(token).some((spelling) => body.includes(spelling)),
  );

/** As libraries write it in JSON: some escape the slash, some the plus sign. */
function spellingsOf(token: string): readonly string[] {
  const escaped = token.replaceAll('/', '\\/');
  return [...new Set([token, escaped, token.replaceAll('+', '\\u002B'), escaped.replaceAll('+', '\\u002b')])];
}

/**
 * Whether the text has `access_token` or `refresh_token` as an object key at any depth, as `accessToken`, too. Deliberately no parser: a parser drops
 * the first of two equal keys, but the browser gets the bytes. The same rule applies to bodies that are not JSON.
 * @param body decoded
 */
export function holdsTokenKey(body: Buffer): boolean {
  // JSON has zero bytes only in UTF-16 and UTF-32. Without them its ASCII is readable again.
  if (body.includes(0)) return holdsTokenKey(Buffer.from(body.toString('latin1').replaceAll('\0', ''), 'latin1'));
  // Nearly every response ends here.
  if (!body.includes('oken') && !body.includes('\\u00')) return false;
  return tokenKey.test(body.toString('latin1'));
}
