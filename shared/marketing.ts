import * as z from 'zod/mini';
import { entity } from './entity.ts';
import { Attribution } from './sign-in.ts';

/** The parameters of each event. decisions.md §4 */
export const eventParameters = {
  newsletter_confirmed: ['newsletter_sub', 'name', 'account_type', 'subscription_type', 'sub_form'],
  subscription_cancel_survey: ['reason', 'comment', 'country', 'sku'],
} as const;

const parameters = <const Name extends string>(names: readonly [Name, ...Name[]]) =>
  z.array(z.object({ name: z.enum(names), value: z.string() }));

export const MarketingEvent = z.discriminatedUnion('event_type', [
  z.object({
    event_type: z.literal('newsletter_confirmed'),
    email: z.string(),
    event_params: parameters(eventParameters.newsletter_confirmed),
  }),
  z.object({
    event_type: z.literal('subscription_cancel_survey'),
    email: z.string(),
    event_params: parameters(eventParameters.subscription_cancel_survey),
  }),
]);
export type MarketingEvent = z.infer<typeof MarketingEvent>;

export const VisitorCountry = entity({ country: entity({ iso_code: z.string() }) });
export type VisitorCountry = z.infer<typeof VisitorCountry>;

export const InstallerRequest = z.object({ app_identity: z.string(), analytics_data: z.optional(Attribution) });
export type InstallerRequest = z.infer<typeof InstallerRequest>;

/** `download_url` is base64-encoded. */
export const InstallerLink = entity({ download_url: z.string() });
export type InstallerLink = z.infer<typeof InstallerLink>;
