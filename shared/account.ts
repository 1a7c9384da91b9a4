import * as z from 'zod/mini';
import { entity } from './entity.ts';

/** Pairing uses it as its download token. decisions.md §4 */
export const PermanentToken = entity({ perm_token: z.string() });
export type PermanentToken = z.infer<typeof PermanentToken>;

/** A newsletter confirmation omits `receive_newsletters`; the upstream then turns newsletters on. product.md §7 */
export const SettingsUpdate = z.object({ receive_newsletters: z.optional(z.boolean()) });
export type SettingsUpdate = z.infer<typeof SettingsUpdate>;

/** `unique_token` is the `token` parameter of the link in the email. */
export const NewEmail = z.object({ new_email: z.string().check(z.minLength(3)), unique_token: z.string() });
export type NewEmail = z.infer<typeof NewEmail>;

export const NewEmailCode = z.object({ otc_code: z.string().check(z.regex(/^\d{6}$/)) });
export type NewEmailCode = z.infer<typeof NewEmailCode>;

/** Opened unchanged. */
export const CitizenshipLink = entity({ deep_link: z.string() });
export type CitizenshipLink = z.infer<typeof CitizenshipLink>;
