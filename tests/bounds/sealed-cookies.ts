import { createSecretKey, randomBytes } from 'node:crypto';
import { encodeCookieValue } from '../../gateway/session/cookies.ts';
import { createIdentity, TokenSeal } from '../../gateway/session/sealed-token.ts';

/** Two, as during a rotation; none with an empty `COOKIE_KEYS`. Processes that this one starts inherit them. */
process.env.COOKIE_KEYS ??= [1, 2].map(() => randomBytes(32).toString('base64')).join();
export const cookieKeys = process.env.COOKIE_KEYS;

/** The older key, which the gateway tries last. */
const olderKey = cookieKeys.split(',').at(-1);
const seal = new TokenSeal(olderKey ? [createSecretKey(Buffer.from(olderKey, 'base64'))] : []);
const identity = createIdentity();

/** The `name=value` of a cookie. All of one process belong to one session. */
export const sealedCookie = (name: 'access_token' | 'refresh_token', token: string): string =>
  `${name}=${seal.isEnabled ? seal.seal(name, { token, identity }) : encodeCookieValue(token)}`;
