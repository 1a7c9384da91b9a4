import * as z from 'zod/mini';
import { attributionNames } from './attribution.ts';
import { entity } from './entity.ts';

/**
 * The upstream's response to a sign-in and to a refresh. The browser never sees it. decisions.md §3, Tokens in
 * responses
 */
export const Tokens = entity({ access_token: z.string(), refresh_token: z.string() });
export type Tokens = z.infer<typeof Tokens>;

export const RefreshRequest = z.object({ refresh_token: z.string() });
export type RefreshRequest = z.infer<typeof RefreshRequest>;

export const PermanentTokenSignIn = z.object({ perm_token: z.string().check(z.minLength(1)) });
export type PermanentTokenSignIn = z.infer<typeof PermanentTokenSignIn>;

export const AccountCodeSignIn = z.object({ code: z.string().check(z.minLength(8)) });
export type AccountCodeSignIn = z.infer<typeof AccountCodeSignIn>;

/** Where a visitor came from; absent values are omitted. product.md §3 */
export const Attribution = z.partialRecord(z.enum(attributionNames), z.string());
export type Attribution = z.infer<typeof Attribution>;

/** The captcha token is empty if its script could not load; the upstream decides. decisions.md §4 */
const captcha = { recaptcha_token: z.string(), recaptcha_site_key: z.string() };

export const OneTimeCodeRequest = z.object({
  email: z.string().check(z.minLength(3)),
  analytics: z.optional(Attribution),
  ...captcha,
});
export type OneTimeCodeRequest = z.infer<typeof OneTimeCodeRequest>;

export const OneTimeCodeVerification = z.object({
  email: z.string().check(z.minLength(3)),
  code: z.string().check(z.regex(/^\d{6}$/)),
  ...captcha,
});
export type OneTimeCodeVerification = z.infer<typeof OneTimeCodeVerification>;
