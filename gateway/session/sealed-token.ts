import { type KeyObject, randomBytes } from 'node:crypto';
import { OpenedCookies } from './opened-cookies.ts';
import { open, seal } from './seal.ts';

/** Which session a cookie belongs to. A refresh keeps it. */
export interface SessionIdentity {
  readonly id: string;
  /** Seconds since 1970. */
  readonly signedInAt: number;
}

export interface CookieToken {
  readonly token: string;
  readonly identity: SessionIdentity;
}

/** The identity of a new sign-in. */
export const createIdentity = (now = Date.now()): SessionIdentity => ({
  id: randomBytes(16).toString('base64url'),
  signedInAt: Math.floor(now / 1_000),
});

/**
 * Seals tokens with the session that they belong to, so that cookies of two sessions never make a pair. decisions.md
 * §3, Cookies
 */
export class TokenSeal {
  readonly #keys: readonly KeyObject[];
  readonly #opened = new OpenedCookies();

  /** @param keys newest first: the first one seals, each one opens */
  constructor(keys: readonly KeyObject[]) {
    this.#keys = keys;
  }

  get isEnabled(): boolean {
    return this.#keys.length > 0;
  }

  seal(cookieName: string, { token, identity }: CookieToken): string {
    const [newest] = this.#keys;
    if (!newest) throw new Error('COOKIE_KEYS is not set');
    return seal(newest, cookieName, `${identity.id} ${identity.signedInAt} ${token}`);
  }

  /** Null for a value that was changed, is sealed with another key, or was sealed under another name. */
  open(cookieName: string, sealed: string): CookieToken | null {
    const text = this.#opened.get(cookieName, sealed) ?? this.#unseal(cookieName, sealed);
    const [, id = '', signedInAt = '', token = ''] = (text && /^([\w-]{22}) (\d{1,12}) (.+)$/s.exec(text)) || [];
    return token === '' ? null : { token, identity: { id, signedInAt: Number(signedInAt) } };
  }

  #unseal(cookieName: string, sealed: string): string | null {
    const text = open(this.#keys, cookieName, sealed);
    if (text !== null) this.#opened.set(cookieName, sealed, text);
    return text;
  }
}
