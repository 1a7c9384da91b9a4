import type { AuthType } from '#shared/start.ts';
import type { Config } from '../config.ts';
import {
  clearCookie,
  clearEverywhere,
  decodeCookieValue,
  encodeCookieValue,
  parseCookies,
  setCookie,
} from './cookies.ts';
import { OpenedCookies } from './opened-cookies.ts';
import { open, seal } from './seal.ts';
import { type HeldTokens, isUsableToken, type Tokens } from './tokens.ts';

/** Browsers drop a cookie whose name and value together are longer. */
const maxCookieBytes = 4096;
const urlSignInSeconds = 60;

export interface Session extends HeldTokens {
  /** All cookies that the request has exactly once. */
  readonly cookies: ReadonlyMap<string, string>;
  /** Set-Cookie values that delete unusable cookies: duplicates, and those that cannot be decrypted. */
  readonly cleanup: readonly string[];
  readonly duplicates: readonly string[];
  readonly unopened: readonly string[];
}

/** The two token cookies and the markers beside them. decisions.md §3, Cookies */
export class SessionCookies {
  readonly #config: Config;
  readonly #opened = new OpenedCookies();
  readonly #scope: { readonly domain: string | null; readonly secure: boolean };

  constructor(config: Config) {
    this.#config = config;
    this.#scope = { domain: config.cookieDomain, secure: config.secureCookies };
  }

  /** The session in a Cookie header. A duplicate token cookie means no session: one of the two may be forged. */
  read(cookieHeader: string | undefined, requestPath: string): Session {
    const { values, duplicates } = parseCookies(cookieHeader);
    const { accessTokenCookie, refreshTokenCookie } = this.#config;
    const access = this.#open(accessTokenCookie, values.get(accessTokenCookie));
    const refresh = this.#open(refreshTokenCookie, values.get(refreshTokenCookie));
    const own = [accessTokenCookie, refreshTokenCookie];
    const doubled = [...own, 'locale', 'auth_type', 'attribution'].filter((name) => duplicates.includes(name));
    const unopened = own.filter((_, index) => [access, refresh][index] === null);
    const readable = !doubled.some((name) => own.includes(name));
    return {
      cookies: values,
      access: readable ? (access ?? null) : null,
      refresh: readable ? (refresh ?? null) : null,
      cleanup: [
        ...doubled.flatMap((name) => clearEverywhere(name, this.#scope, requestPath)),
        ...unopened.map((name) => clearCookie(name, { ...this.#scope, httpOnly: true })),
      ],
      duplicates: doubled,
      unopened,
    };
  }

  /** Whether browsers keep a cookie with this token. */
  fits(kind: 'access' | 'refresh', token: unknown): token is string {
    if (!isUsableToken(token)) return false;
    const name = kind === 'access' ? this.#config.accessTokenCookie : this.#config.refreshTokenCookie;
    return name.length + this.#encode(name, token).length <= maxCookieBytes;
  }

  /** Sets the pair; a missing refresh token clears the one that was there. */
  setTokens({ access, refresh }: Tokens): string[] {
    const { accessTokenCookie, refreshTokenCookie } = this.#config;
    return [
      this.#setToken(accessTokenCookie, access),
      refresh === null
        ? clearCookie(refreshTokenCookie, { ...this.#scope, httpOnly: true })
        : this.#setToken(refreshTokenCookie, refresh),
    ];
  }

  clearTokens(): string[] {
    const { accessTokenCookie, refreshTokenCookie } = this.#config;
    return [accessTokenCookie, refreshTokenCookie].map((name) => clearCookie(name, { ...this.#scope, httpOnly: true }));
  }

  setAuthType(authType: AuthType): string {
    return this.setReadable('auth_type', authType, this.#config.sessionMaxAgeSeconds);
  }

  clearAuthType(): string {
    return this.clearReadable('auth_type');
  }

  /** Makes the next page say which account is signed in. */
  setSignedInByUrl(): string {
    return this.setReadable('signed_in_by', 'url', urlSignInSeconds);
  }

  /** A cookie for the client's scripts. */
  setReadable(name: string, value: string, maxAgeSeconds = this.#config.sessionMaxAgeSeconds): string {
    return setCookie(name, value, { ...this.#scope, httpOnly: false, maxAgeSeconds });
  }

  clearReadable(name: string): string {
    return clearCookie(name, { ...this.#scope, httpOnly: false });
  }

  #setToken(name: string, token: string): string {
    return setCookie(name, this.#encode(name, token), {
      ...this.#scope,
      httpOnly: true,
      maxAgeSeconds: this.#config.sessionMaxAgeSeconds,
    });
  }

  #encode(name: string, token: string): string {
    const [newest] = this.#config.cookieKeys;
    return newest ? seal(newest, name, token) : encodeCookieValue(token);
  }

  /** Undefined without such a cookie, null for one that cannot be used. */
  #open(name: string, value: string | undefined): string | null | undefined {
    if (value === undefined) return undefined;
    const token = this.#config.cookieKeys.length > 0 ? this.#unseal(name, value) : decodeCookieValue(value);
    return isUsableToken(token) ? token : null;
  }

  #unseal(name: string, sealed: string): string | null {
    const known = this.#opened.get(name, sealed);
    if (known !== null) return known;
    const token = open(this.#config.cookieKeys, name, sealed);
    if (token !== null) this.#opened.set(name, sealed, token);
    return token;
  }
}
