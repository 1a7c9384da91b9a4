import { expect, test } from 'vitest';
import { MarketingEvent } from '#shared/marketing.ts';
import { newsletterEvent } from '../../../../client/src/features/newsletter/confirm-subscription.tsx';
import { buildProfile } from '../../../support/build-profile.ts';

test('the event of a confirmed newsletter describes the account as the contract requires', () => {
  const event = newsletterEvent(
    buildProfile({ email: 'a@example.com', full_name: 'Anna', type: 'free', subscription: null }),
  );
  expect(MarketingEvent.parse(event)).toEqual({
    event_type: 'newsletter_confirmed',
    email: 'a@example.com',
    event_params: [
      { name: 'newsletter_sub', value: 'true' },
      { name: 'name', value: 'Anna' },
      { name: 'account_type', value: 'free' },
      { name: 'subscription_type', value: '' },
      { name: 'sub_form', value: 'email_confirmation' },
    ],
  });
});
