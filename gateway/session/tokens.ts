/** What a sign-in or a refresh has brought. */
export interface Tokens {
  readonly access: string;
  readonly refresh: string | null;
}

/** What a browser holds: either may be missing. */
export interface HeldTokens {
  readonly access: string | null;
  readonly refresh: string | null;
}

/** Whether a value can be sent as a header: printable ASCII that neither begins nor ends with a space. */
export const isUsableToken = (value: unknown): value is string =>
  typeof value === 'string' && /^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/.test(value);

export interface TakenTokens {
  /** As they came: of any type, or missing. */
  readonly access: unknown;
  readonly refresh: unknown;
  /** The body without them. */
  readonly rest: string;
}

/** Takes the two tokens out of a JSON object; null when the body is none. decisions.md §3 */
export function takeTokens(body: Buffer): TakenTokens | null {
  try {
    const parsed: unknown = JSON.parse(body.toString('utf8'));
    if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) return null;
    const { access_token: access, refresh_token: refresh, ...rest } = parsed as Record<string, unknown>;
    // Writing throws, too: what is nested deeper than the stack can be read and not written.
    return { access, refresh, rest: JSON.stringify(rest) };
  } catch {
    return null;
  }
}
