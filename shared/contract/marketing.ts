import { Acknowledgement } from '../entity.ts';
import { InstallerLink, InstallerRequest, MarketingEvent, VisitorCountry } from '../marketing.ts';
import { badRequest, documentCall } from './documented-call.ts';

export const marketingContract = {
  visitorCountry: documentCall({
    summary: "The country of the visitor's address",
    request: null,
    requestExample: null,
    response: VisitorCountry,
    responseExample: { country: { iso_code: 'SE' } },
    errors: {},
  }),
  registerEvent: documentCall({
    summary: 'Registers a marketing event: a confirmed newsletter, or the survey after a cancellation',
    request: MarketingEvent,
    requestExample: {
      event_type: 'subscription_cancel_survey',
      email: 'anna.lindqvist@example.com',
      event_params: [
        { name: 'reason', value: 'price' },
        { name: 'comment', value: 'Travelling less this year' },
        { name: 'country', value: 'SE' },
        { name: 'sku', value: 'power-user-3m' },
      ],
    },
    response: Acknowledgement,
    responseExample: {},
    errors: { badRequest },
  }),
  installerLink: documentCall({
    summary: 'A download link for the installer of an app, base64-encoded',
    request: InstallerRequest,
    requestExample: { app_identity: 'windows', analytics_data: { utm_source: 'newsletter' } },
    response: InstallerLink,
    responseExample: { download_url: 'aHR0cHM6Ly9za2VycnkuZXhhbXBsZS9kb3dubG9hZC9za2VycnkuZXhl' },
    errors: { badRequest },
  }),
} as const;
