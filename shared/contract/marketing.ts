import { Acknowledgment } from '../entity.ts';
import { InstallerLink, InstallerRequest, MarketingEvent, VisitorCountry } from '../marketing.ts';
import { badRequest, documentCall } from './documented-call.ts';

export const marketingContract = {
  visitorCountry: documentCall({
    summary: "Returns the country of the visitor's IP address",
    description: 'The cancellation survey sends the country in a hidden field.',
    request: null,
    requestExample: null,
    response: VisitorCountry,
    responseExample: { country: { iso_code: 'SE' } },
    errors: {},
  }),
  registerEvent: documentCall({
    summary: 'Registers a marketing event: a newsletter confirmation or a cancellation survey',
    description: 'Each event type has its own list of parameters.',
    request: MarketingEvent,
    requestExample: {
      event_type: 'subscription_cancel_survey',
      email: 'anna.lindqvist@example.com',
      event_params: [
        { name: 'reason', value: 'price' },
        { name: 'comment', value: 'Traveling less this year' },
        { name: 'country', value: 'SE' },
        { name: 'sku', value: 'power-user-3m' },
      ],
    },
    response: Acknowledgment,
    responseExample: {},
    errors: { badRequest },
  }),
  installerLink: documentCall({
    summary: 'Returns a base64-encoded download link for an app installer',
    description: '`app_identity` is the platform, or the site that requests the installer.',
    request: InstallerRequest,
    requestExample: { app_identity: 'windows', analytics_data: { utm_source: 'newsletter' } },
    response: InstallerLink,
    responseExample: { download_url: 'aHR0cHM6Ly9za2VycnkuZXhhbXBsZS9kb3dubG9hZC9za2VycnkuZXhl' },
    errors: { badRequest },
  }),
} as const;
