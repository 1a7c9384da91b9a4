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
import { open, seal } from './seal.ts';
import { type HeldTokens, isUsableToken, type Tokens } from './tokens.ts';

/** Browsers drop a cookie whose name and value are longer together. */
const maxCookieBytes = 4096;
const urlSignInSeconds = 60;

export interface Session extends HeldTokens {
  /** All cookies that came once. */
  readonly cookies: ReadonlyMap<string, string>;
  /** Set-Cookie values that remove what could not be used: duplicates, and what does not open. */
  readonly cleanup: readonly string[];
  readonly duplicates: readonly string[];
  readonly unopened: readonly string[];
}

/** The two token cookies and the markers beside them. decisions.md §3, Cookies */
export class SessionCookies {
  readonly #config: Config;
  readonly #scope: { readonly domain: string | null; readonly secure: boolean };

  constructor(config: Config) {
    this.#config = config;
    this.#scope = { domain: config.cookieDomain, secure: config.secureCookies };
  }

  /** What the browser holds. A token cookie that came twice means no session: which of the two is ours cannot be told. */
  read(cookieHeader: string | undefined, requestPath: string): Session {
    const { values, duplicates } = parseCookies(cookieHeader);
    const { accessTokenCookie, refreshTokenCookie } = this.#config;
    const access = this.#open(accessTokenCookie, values.get(accessTokenCookie));
    const refresh = this.#open(refreshTokenCookie, values.get(refreshTokenCookie));
    if (duplicates.length === 0 && access !== null && refresh !== null) {
      return {
        cookies: values,
        access: access ?? null,
        refresh: refresh ?? null,
        cleanup: [],
        duplicates: [],
        unopened: [],
      };
    }
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

  /** Whether a browser would keep the token's cookie, sealed where it is sealed. */
  fits(kind: 'access' | 'refresh', token: unknown): token is string {
    if (!isUsableToken(token)) return false;
    const name = kind === 'access' ? this.#config.accessTokenCookie : this.#config.refreshTokenCookie;
    return name.length + this.#write(name, token).length <= maxCookieBytes;
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

  /** Lets the page that follows say as whom one is now signed in. */
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
    return setCookie(name, this.#write(name, token), {
      ...this.#scope,
      httpOnly: true,
      maxAgeSeconds: this.#config.sessionMaxAgeSeconds,
    });
  }

  #write(name: string, token: string): string {
    const [newest] = this.#config.cookieKeys;
    return newest ? seal(newest, name, token) : encodeCookieValue(token);
  }

  /** Undefined when there is no such cookie, null when there is one that cannot be used. */
  #open(name: string, value: string | undefined): string | null | undefined {
    if (value === undefined) return undefined;
    const token =
      this.#config.cookieKeys.length > 0 ? open(this.#config.cookieKeys, name, value) : decodeCookieValue(value);
    return isUsableToken(token) ? token : null;
  }
}
