import { readJson } from '../upstream/read-json.ts';

/** The pair that a sign-in or a refresh returns. */
export interface Tokens {
  readonly access: string;
  readonly refresh: string | null;
}

/** The pair that a browser holds: either may be missing. */
export interface HeldTokens {
  readonly access: string | null;
  readonly refresh: string | null;
}

/** Held tokens with which a session can be refreshed. */
export interface RefreshableTokens extends HeldTokens {
  readonly refresh: string;
}

/** Both tokens. */
export interface TokenPair extends Tokens {
  readonly refresh: string;
}

/** Whether a value can be sent as a header: printable ASCII without a space at either end. */
export const isUsableToken = (value: unknown): value is string =>
  typeof value === 'string' && /^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/.test(value);

export interface ExtractedTokens {
  /** As received: of any type, or missing. */
  readonly access: unknown;
  readonly refresh: unknown;
  /** The body without them. */
  readonly rest: string;
}

/**
 * Takes both tokens out of a JSON object; null for any other body, and for a very long one. decisions.md §3, Tokens in
 * responses
 */
export function extractTokens(body: Buffer): ExtractedTokens | null {
  const parsed = readJson(body);
  if (parsed === null) return null;
  const { access_token: access, refresh_token: refresh, ...rest } = parsed;
  try {
    // `stringify` may throw: it overflows the stack on nesting that `parse` accepts.
    return { access, refresh, rest: JSON.stringify(rest) };
  } catch {
    return null;
  }
}
