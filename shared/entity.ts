import * as z from 'zod/mini';

// zod otherwise tries `new Function`, which a strict Content-Security-Policy reports.
z.config({ jitless: true });

/**
 * An object of the upstream. Fields it adds later are kept when parsed, and stay out of the type, so that a misspelt
 * name does not compile. product.md §3
 */
export const entity = <const Shape extends z.core.$ZodShape>(shape: Shape): z.ZodMiniObject<Shape, z.core.$strip> =>
  z.looseObject(shape);

/** A moment: RFC 3339, or epoch seconds or milliseconds. `readDate` tells them apart. decisions.md §4 */
export const Moment = z.union([z.iso.datetime({ offset: true }), z.number()]);
export type Moment = z.infer<typeof Moment>;

/** Text in the interface languages; English alone is certain. product.md §3 */
export const LocalisedText = entity({
  en: z.string(),
  de: z.nullish(z.string()),
  es: z.nullish(z.string()),
  fr: z.nullish(z.string()),
  pt: z.nullish(z.string()),
  uk: z.nullish(z.string()),
});
export type LocalisedText = z.infer<typeof LocalisedText>;

/** An answer whose content nobody reads. */
export const Acknowledgement = entity({});
export type Acknowledgement = z.infer<typeof Acknowledgement>;

/** The body of every refusal. product.md §3 */
export const ErrorBody = entity({ code: z.number(), message: z.string() });
export type ErrorBody = z.infer<typeof ErrorBody>;
