import * as z from 'zod/mini';
import type { ProblemBody } from './problem.ts';

// Otherwise zod probes `new Function`, which a strict Content-Security-Policy reports.
z.config({ jitless: true });

/**
 * An object in an upstream response. Parsing keeps unknown fields, but the type omits them, so that a misspelled name
 * does not compile. product.md §3
 */
export const entity = <const Shape extends z.core.$ZodShape>(shape: Shape): z.ZodMiniObject<Shape, z.core.$strip> =>
  z.looseObject(shape);

/** RFC 3339 text, epoch seconds or epoch milliseconds. `readDate` parses all three. decisions.md §4 */
export const Timestamp = z.union([z.iso.datetime({ offset: true }), z.number()]);
export type Timestamp = z.infer<typeof Timestamp>;

/** Text in the interface languages; only English is guaranteed. product.md §3 */
export const LocalizedText = entity({
  en: z.string(),
  de: z.nullish(z.string()),
  es: z.nullish(z.string()),
  fr: z.nullish(z.string()),
  pt: z.nullish(z.string()),
  uk: z.nullish(z.string()),
});
export type LocalizedText = z.infer<typeof LocalizedText>;

/** A response whose content is not used. */
export const Acknowledgment = entity({});
export type Acknowledgment = z.infer<typeof Acknowledgment>;

/** The schema of `ProblemBody`, which is in a file without zod, for the client's pages. product.md §3 */
export const ErrorBody = entity({ code: z.number(), message: z.string() }) satisfies z.ZodMiniType<ProblemBody>;
