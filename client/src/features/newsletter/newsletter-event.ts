import type { MarketingEvent } from '#shared/marketing.ts';
import type { Profile } from '#shared/profile.ts';

/** What is told about a confirmed subscription. decisions.md §4, Events */
export const newsletterEvent = ({ email, full_name, type, subscription }: Profile): MarketingEvent => ({
  event_type: 'newsletter_confirmed',
  email,
  event_params: [
    { name: 'newsletter_sub', value: 'true' },
    { name: 'name', value: full_name ?? '' },
    { name: 'account_type', value: type },
    { name: 'subscription_type', value: subscription?.vendor ?? '' },
    { name: 'sub_form', value: 'email_confirmation' },
  ],
});
