import type { AuthType } from '#shared/start.ts';
import type { Config } from '../config.ts';
import { copyText } from '../http/copy-text.ts';
import { clearDuplicates, domainsToClear } from './cookie-cleanup.ts';
import { decodeCookieValue, encodeCookieValue, formatCookie, formatExpiredCookie, parseCookies } from './cookies.ts';
import { type CookieToken, createIdentity, type SessionIdentity, TokenSeal } from './sealed-token.ts';
import { hashToken } from './token-keys.ts';
import { type ExtractedTokens, type HeldTokens, isUsableToken, type TokenPair, type Tokens } from './tokens.ts';

/** Browsers drop a cookie whose name and value together are longer. */
const maxCookieBytes = 4096;
const urlSignInSeconds = 60;
const signedInByThisLink = 'signed_in_by_this_link';
const endedSession = 'ended_session';
/** A response stays on its way for seconds: more sessions do not end in that time. */
const maxEnded = 4;
/** As long as browsers keep any cookie. A session's cookies are renewed with each refresh, this one is not. */
const unconfirmedSeconds = 400 * 86_400;
/** 132 bits: no two sessions have the same tag. */
const tagLength = 22;

export interface Session extends HeldTokens {
  /** The cookies that scripts can read, too, if the request has them exactly once. */
  readonly readableCookies: ReadonlyMap<string, string>;
  /** The link to this very page has signed this session in, a moment ago. */
  readonly isSignedInByThisLink: boolean;
  /** Which session the tokens belong to; null without one, and with unsealed cookies. */
  readonly identity: SessionIdentity | null;
  /** The sessions of this browser that ended last. Each of several such cookies has the newest first. */
  readonly endedIds: readonly string[];
  /**
   * The session is older than SESSION_ABSOLUTE_MAX_AGE_S. It has no tokens, and its cookies are deleted. Its refresh
   * token is revoked once (session-termination.ts); calls get 401 (routes/calls.ts).
   */
  readonly isPastLifetime: boolean;
  /** A token cookie was sent twice: there may be a session once the duplicates are deleted. */
  readonly isDoubled: boolean;
  /**
   * Refresh tokens of cookies that are doubled (the first four), of two sessions, or past their lifetime: to be
   * revoked, never to be used. Not those of a session that has ended: the extension may have taken them over.
   */
  readonly unusableRefreshTokens: readonly string[];
  /** Set-Cookie values that delete unusable cookies. */
  readonly cleanup: readonly string[];
  /** Those of them that cannot delete a cookie of the next session: for a response that comes late. */
  readonly lateCleanup: readonly string[];
  readonly faults: readonly CookieFault[];
}

type EndingSession = Pick<Session, 'identity' | 'endedIds'>;

export type CookieFault =
  | 'duplicate cookie'
  | 'cookie not opened'
  | 'cookies of two sessions'
  | 'cookies of an ended session'
  | 'session past its lifetime';

type OpenedToken = Partial<CookieToken>;

/**
 * Of doubled refresh token cookies, these are opened: the first ones in the header. More are not the work of a browser
 * and a single other host, and each takes 15 µs.
 */
const maxDuplicates = 4;

/**
 * Every proxy with default buffers forwards as many bytes of these beside the other headers, unless these set long
 * tokens or a long attribution (docs/operations.md, Proxy). decisions.md §3, Cookies
 */
const maxCleanupBytes = 2_048;
const cleanupStep = { name: 'cleanup', maxAgeSeconds: 60, maxLength: 4 };

/** The two token cookies and the markers beside them. decisions.md §3, Cookies */
export class SessionCookies {
  readonly #config: Config;
  readonly #seal: TokenSeal;
  readonly #scope: { readonly domain: string | null; readonly secure: boolean };
  readonly #cleanupScope: Parameters<typeof clearDuplicates>[1];

  constructor(config: Config) {
    this.#config = config;
    this.#seal = new TokenSeal(config.cookieKeys);
    this.#scope = { domain: config.cookieDomain, secure: config.secureCookies };
    const { hostname } = new URL(config.publicOrigin);
    this.#cleanupScope = {
      ...this.#scope,
      names: [config.accessTokenCookie, config.refreshTokenCookie, ...ownMarkers, cleanupStep.name],
      host: hostname,
      domains: domainsToClear(hostname, config.cookieDomain),
      maxBytes: maxCleanupBytes - this.#setCleanupStep(10 ** cleanupStep.maxLength - 1).length,
    };
  }

  /** The session in a Cookie header. A duplicate token cookie means no session: one of the two may be forged. */
  read(cookieHeader: string | undefined, requestPath: string): Session {
    const { values, duplicates } = parseCookies(cookieHeader);
    const names = [this.#config.accessTokenCookie, this.#config.refreshTokenCookie] as const;
    const [access, refresh] = names.map((name) => this.#open(name, values.get(name)));
    const ownDuplicates = [...names, ...ownMarkers].filter((name) => duplicates.has(name));
    const duplicateCleanup =
      ownDuplicates.length > 0 ? this.#clearDuplicates(ownDuplicates, duplicates, values, requestPath) : null;
    const identity = access?.identity ?? refresh?.identity ?? null;
    const isMixed = Boolean(access?.identity && refresh?.identity && access.identity.id !== refresh.identity.id);
    const endedIds = [values.get(endedSession) ?? '', ...(duplicates.get(endedSession) ?? [])].flatMap(splitIds);
    const voidedBy = isMixed ? 'cookies of two sessions' : identity && this.#endOf(identity, endedIds);
    const unopened = names.filter((_, index) => [access, refresh][index] === null);
    const isDoubled = names.some((name) => ownDuplicates.includes(name));
    const isUsable = !voidedBy && !isDoubled;
    const usableAccess = (isUsable && access?.token) || null;
    // A path with one of these cannot be a cookie's: the mark is of a page above.
    const mark = /[;<]/.test(requestPath) ? undefined : values.get(signedInByThisLink);
    const cleared = voidedBy ? names : unopened;
    const doubled = duplicates.get(this.#config.refreshTokenCookie)?.slice(0, maxDuplicates) ?? [];
    const unusable = [refresh, ...doubled.map((value) => this.#open(this.#config.refreshTokenCookie, value))];
    return {
      // Nothing else: a request can bring thousands of cookies, and its session lives as long as it does.
      readableCookies: new Map([...values].filter(([name]) => readable.has(name))),
      // Most requests have no mark, and need no hash.
      isSignedInByThisLink: mark !== undefined && usableAccess !== null && mark === hashToken(usableAccess),
      access: usableAccess,
      refresh: (isUsable && refresh?.token) || null,
      identity: isUsable ? identity : null,
      endedIds: endedIds.slice(0, maxEnded),
      isPastLifetime: voidedBy === 'session past its lifetime',
      isDoubled,
      unusableRefreshTokens:
        isUsable || voidedBy === 'cookies of an ended session' ? [] : unusable.flatMap((opened) => opened?.token ?? []),
      // Together they would be more than every proxy forwards: once the duplicates are gone, the tokens follow.
      cleanup: duplicateCleanup?.cleanup ?? cleared.map((name) => this.#clearToken(name)),
      lateCleanup: duplicateCleanup?.lateCleanup ?? [],
      faults: [
        ...(ownDuplicates.length > 0 ? (['duplicate cookie'] as const) : []),
        ...(unopened.length > 0 ? (['cookie not opened'] as const) : []),
        ...(voidedBy ? [voidedBy] : []),
      ],
    };
  }

  /**
   * The tokens that browsers can keep in cookies. Null without a usable access token; an unusable refresh token becomes
   * null.
   */
  usableTokens({ access, refresh }: Pick<ExtractedTokens, 'access' | 'refresh'>): Tokens | null {
    const { accessTokenCookie, refreshTokenCookie } = this.#config;
    if (!this.#fits(accessTokenCookie, access)) return null;
    return { access, refresh: this.#fits(refreshTokenCookie, refresh) ? refresh : null };
  }

  /**
   * Whether both cookies of a link's pair together are no longer than one may be. Any site can make a link, and its
   * refresh token need not be real: with other cookies of ours it would be more than many proxies accept.
   */
  isShortPair({ access, refresh }: TokenPair): boolean {
    const { accessTokenCookie, refreshTokenCookie } = this.#config;
    return this.#bytesOf(accessTokenCookie, access) + this.#bytesOf(refreshTokenCookie, refresh) <= maxCookieBytes;
  }

  /**
   * Sets the pair; a missing refresh token clears the one that was there.
   * @param identity of the session that was refreshed, or a new one
   */
  setTokens({ access, refresh }: Tokens, identity: SessionIdentity): string[] {
    const { accessTokenCookie, refreshTokenCookie } = this.#config;
    return [
      this.#setToken(accessTokenCookie, { token: access, identity }),
      refresh === null
        ? this.#clearToken(refreshTokenCookie)
        : this.#setToken(refreshTokenCookie, { token: refresh, identity }),
    ];
  }

  /**
   * Identifies the session to the client, which sends it with each call: the browser may have another session by then.
   * Public, and useless without the cookies. Null without a session, and with unsealed cookies.
   */
  tagOf(identity: SessionIdentity | null): string | null {
    return identity === null || !this.#seal.isEnabled ? null : hashToken(identity.id).slice(0, tagLength);
  }

  /** Deletes the tokens and the marker of a session that has ended, for good. */
  clearSession(session: EndingSession): string[] {
    return [...this.clearTokens(), this.clearAuthType(), ...this.markEnded(session)];
  }

  /**
   * Makes the cookies of a session that has ended void: a response with its next pair may be on its way, and arrive
   * later. Nothing with unsealed cookies, which do not say what session they belong to.
   */
  markEnded({ identity, endedIds }: EndingSession): string[] {
    if (identity === null) return [];
    const ids = [identity.id, ...endedIds].slice(0, maxEnded).join('.');
    const maxAgeSeconds = this.#config.sessionMaxAgeSeconds;
    return [formatCookie(endedSession, ids, { ...this.#scope, httpOnly: true, maxAgeSeconds })];
  }

  /** After a refused refresh. decisions.md §3, Refresh */
  clearTokens(): string[] {
    const { accessTokenCookie, refreshTokenCookie } = this.#config;
    return [accessTokenCookie, refreshTokenCookie].map((name) => this.#clearToken(name));
  }

  setAuthType(authType: AuthType): string {
    return this.setReadable('auth_type', authType, this.#config.sessionMaxAgeSeconds);
  }

  clearAuthType(): string {
    return this.clearReadable('auth_type');
  }

  /** Makes the next page say which account is signed in, and that a link's account was not used. */
  setSignedInBy(value: 'url' | 'kept'): string {
    return this.setReadable('signed_in_by', value, urlSignInSeconds);
  }

  /** Makes this page act once for the account that its own link has signed in. No other page, and no other session. */
  setSignedInByThisLink(path: string, { access }: Tokens): string {
    const options = { ...this.#scope, httpOnly: true, maxAgeSeconds: urlSignInSeconds, path };
    return formatCookie(signedInByThisLink, hashToken(access), options);
  }

  clearSignedInByThisLink(path: string): string {
    return formatExpiredCookie(signedInByThisLink, { ...this.#scope, httpOnly: true, path });
  }

  /** Any site can open a link that signs in: the extension's page asks before it hands over the account. */
  setAccountUnconfirmed(mark = '1'): string {
    return this.setReadable('account_unconfirmed', mark, unconfirmedSeconds);
  }

  /** A cookie for the client's scripts. */
  setReadable(name: string, value: string, maxAgeSeconds = this.#config.sessionMaxAgeSeconds): string {
    return formatCookie(name, value, { ...this.#scope, httpOnly: false, maxAgeSeconds });
  }

  clearReadable(name: string): string {
    return formatExpiredCookie(name, { ...this.#scope, httpOnly: false });
  }

  #fits(name: string, token: unknown): token is string {
    return isUsableToken(token) && this.#bytesOf(name, token) <= maxCookieBytes;
  }

  #bytesOf(name: string, token: string): number {
    return name.length + this.#encode(name, { token, identity: createIdentity() }).length;
  }

  #setToken(name: string, token: CookieToken): string {
    return formatCookie(name, this.#encode(name, token), {
      ...this.#scope,
      httpOnly: true,
      maxAgeSeconds: this.#config.sessionMaxAgeSeconds,
    });
  }

  #clearToken(name: string): string {
    return formatExpiredCookie(name, { ...this.#scope, httpOnly: true });
  }

  #encode(name: string, { token, identity }: CookieToken): string {
    return this.#seal.isEnabled ? this.#seal.seal(name, { token, identity }) : encodeCookieValue(token);
  }

  /** Undefined without such a cookie, null for one that cannot be used. */
  #open(name: string, value: string | undefined): OpenedToken | null | undefined {
    if (value === undefined) return undefined;
    // No browser keeps a longer one.
    if (name.length + value.length > maxCookieBytes) return null;
    // What waits keeps its token, also when its request is gone.
    const opened = this.#seal.isEnabled ? this.#seal.open(name, value) : { token: decodeCookieValue(copyText(value)) };
    return opened !== null && isUsableToken(opened.token) ? (opened as OpenedToken) : null;
  }

  #endOf({ id, signedInAt }: SessionIdentity, endedIds: readonly string[]): CookieFault | null {
    if (endedIds.includes(id)) return 'cookies of an ended session';
    const seconds = Date.now() / 1_000 - signedInAt;
    return seconds >= this.#config.sessionAbsoluteMaxAgeSeconds ? 'session past its lifetime' : null;
  }

  /** Deletes some of the cookies that may be the duplicates; the next response continues where this one stops. */
  #clearDuplicates(
    ownDuplicates: readonly string[],
    duplicates: ReadonlyMap<string, readonly string[]>,
    values: ReadonlyMap<string, string>,
    requestPath: string,
  ): Pick<Session, 'cleanup' | 'lateCleanup'> {
    const { name, maxLength } = cleanupStep;
    const { accessTokenCookie, refreshTokenCookie } = this.#config;
    // Those that keep visitors from signing in have all of the room.
    const tokens = ownDuplicates.filter((each) => each === accessTokenCookie || each === refreshTokenCookie);
    const doubled = new Set(tokens.length > 0 ? tokens : ownDuplicates);
    const counter = values.get(name) ?? '0';
    const isDoubled = duplicates.has(name);
    if (isDoubled) doubled.add(name);
    const step = /^\d+$/.test(counter) && counter.length <= maxLength ? Number(counter) : 0;
    const { foreign, own, nextStep } = clearDuplicates(
      doubled,
      this.#cleanupScope,
      requestPath,
      isDoubled ? null : step,
    );
    const setStep = nextStep === null ? [] : [this.#setCleanupStep(nextStep)];
    return { cleanup: [...foreign, ...own, ...setStep], lateCleanup: [...foreign, ...setStep] };
  }

  #setCleanupStep(step: number): string {
    const { name, maxAgeSeconds } = cleanupStep;
    return formatCookie(name, String(step), { ...this.#scope, httpOnly: true, maxAgeSeconds });
  }
}

/** The ids in a value of `ended_session`, which may be anyone's. */
const splitIds = (value: string): string[] => value.split('.').filter((id) => /^[\w-]{22}$/.test(id));

/** Cookies of the gateway that scripts may read, and whose duplicates are deleted, too. */
const ownMarkers = ['locale', 'auth_type', 'attribution'];
const readable: ReadonlySet<string> = new Set([...ownMarkers, 'theme', 'account_unconfirmed']);
