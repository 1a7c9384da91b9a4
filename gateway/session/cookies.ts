import fastifyCookie from '@fastify/cookie';

export interface RequestCookies {
  readonly values: ReadonlyMap<string, string>;
  /** The values of names that occur more than once. They are not among `values`, because one of them may be forged. */
  readonly duplicates: ReadonlyMap<string, readonly string[]>;
}

/** Parses a Cookie header. Own code, because common parsers silently keep the first of two cookies with one name. */
export function parseCookies(header: string | undefined): RequestCookies {
  const values = new Map<string, string>();
  const duplicates = new Map<string, string[]>();
  for (let start = 0; header !== undefined && start < header.length; ) {
    const semicolon = header.indexOf(';', start);
    const end = semicolon === -1 ? header.length : semicolon;
    // Not in the whole header: with thousands of semicolons before the first `=`, that would take quadratic time.
    const part = header.slice(start, end);
    const equals = part.indexOf('=');
    if (equals !== -1) {
      const name = trimBlanks(part.slice(0, equals));
      const value = trimBlanks(part.slice(equals + 1));
      const first = values.get(name);
      const earlier = duplicates.get(name);
      if (first === undefined) values.set(name, value);
      else if (earlier) earlier.push(value);
      else duplicates.set(name, [first, value]);
    }
    start = end + 1;
  }
  for (const name of duplicates.keys()) values.delete(name);
  return { values, duplicates };
}

/**
 * Takes blanks away, and nothing else: `trim` alone would turn a name with a no-break space before it, which is another
 * cookie's, into one of ours.
 */
const trimBlanks = (text: string): string => (/^[\t -~]*$/.test(text) ? text.trim() : text);

export interface CookieScope {
  readonly domain: string | null;
  readonly secure: boolean;
}

export interface CookieOptions extends CookieScope {
  readonly maxAgeSeconds: number;
  /** Readable by scripts when false. */
  readonly httpOnly: boolean;
  readonly path?: string;
}

/** A Set-Cookie value; `value` must contain valid cookie characters only. */
export function formatCookie(name: string, value: string, options: CookieOptions, expires?: Date): string {
  return fastifyCookie.serialize(name, value, {
    path: options.path ?? '/',
    maxAge: options.maxAgeSeconds,
    httpOnly: options.httpOnly,
    secure: options.secure,
    sameSite: 'lax',
    ...(options.domain && { domain: options.domain }),
    ...(expires && { expires }),
    // Values are encoded already.
    encode: (encoded) => encoded,
  });
}

/** A Set-Cookie value that deletes the cookie. Browsers require the attributes it was set with. */
export function formatExpiredCookie(name: string, scope: Omit<CookieOptions, 'maxAgeSeconds'>): string {
  return formatCookie(name, '', { ...scope, maxAgeSeconds: 0 }, new Date(0));
}

const unsafe = /[^\x21\x23\x24\x26-\x2b\x2d-\x3a\x3c-\x5b\x5d-\x7e]/g;

/** Encodes invalid cookie characters and `%` as `%XX`; ASCII only. */
export const encodeCookieValue = (value: string): string =>
  value.replace(unsafe, (character) => `%${character.charCodeAt(0).toString(16).padStart(2, '0')}`);

export function decodeCookieValue(value: string): string | null {
  if (!value.includes('%')) return value;
  try {
    return decodeURIComponent(value);
  } catch {
    return null;
  }
}
