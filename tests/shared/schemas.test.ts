import { expect, test } from 'vitest';
import { profileExample } from '#shared/contract/profile-example.ts';
import { routerSetupExample } from '#shared/contract/router-setup-example.ts';
import { Device } from '#shared/devices.ts';
import { LocalizedText, Timestamp } from '#shared/entity.ts';
import { MarketingEvent } from '#shared/marketing.ts';
import { OauthCredentials, Profile, Subscription } from '#shared/profile.ts';
import { RouterDraft, RouterSetup } from '#shared/router-setup.ts';

test('keeps unknown fields at every depth', () => {
  const profile = { ...profileExample, loyalty: 7, subscription: { ...profileExample.subscription, season: 'winter' } };
  expect(Profile.parse(profile)).toEqual(profile);
  expect(RouterSetup.parse({ ...routerSetupExample, etag: 'x' })).toHaveProperty('etag', 'x');
});

test('accepts a profile without subscription, payment data and referral', () => {
  const { subscription: _, payment_data: __, referral: ___, ...free } = profileExample;
  expect(Profile.safeParse({ ...free, type: 'free' }).success).toBe(true);
  expect(Profile.safeParse({ ...free, subscription: null, payment_data: null, referral: null }).success).toBe(true);
});

test.each(['macos', 'MacOS', 'iOS', 'Android', 'WINDOWS', 'Router'])('accepts the platform %s', (platform) => {
  expect(Device.safeParse({ id: '1', name: 'x', model: 'y', platform }).success).toBe(true);
});

test.each(['default', 'guest', 'account_oauth_default', 'account_oauth_facebook'])(
  'accepts the login vendor %s',
  (vendor) => {
    expect(OauthCredentials.safeParse({ vendor }).success).toBe(true);
  },
);

test.each(['2026-12-14T09:26:53Z', '2026-12-14T09:26:53.123+02:00', 1797240413, 1797240413000])(
  '%s is a timestamp',
  (at) => {
    expect(Timestamp.safeParse(at).success).toBe(true);
  },
);

test.each(['2026-12-14', 'tomorrow', '', {}])('%j is not a timestamp', (at) => {
  expect(Timestamp.safeParse(at).success).toBe(false);
});

test('an amount of money is a string of digits', () => {
  const price = (amount: unknown) => ({ ...profileExample.subscription, price: { currency: 'EUR', amount } });
  expect(Subscription.safeParse(price('999')).success).toBe(true);
  expect(Subscription.safeParse(price('9.99')).success).toBe(false);
  expect(Subscription.safeParse(price(999)).success).toBe(false);
});

test('localized text requires only English', () => {
  expect(LocalizedText.safeParse({ en: 'Sweden' }).success).toBe(true);
  expect(LocalizedText.safeParse({ de: 'Schweden' }).success).toBe(false);
});

test('accepts any payload of a group and both spellings of its type', () => {
  const [group] = routerSetupExample.shortcut_groups;
  for (const shortcut_type of ['STREAMING', 'SHORTCUTS_TYPE_STREAMING', 'DEFAULT']) {
    const setup = {
      ...routerSetupExample,
      shortcut_groups: [{ ...group, shortcut_type, payload: [{ any: 'thing' }] }],
    };
    expect(RouterSetup.parse(setup)).toEqual(setup);
  }
});

test('an event accepts only the parameters of its type', () => {
  const event = (event_type: string, name: string) => ({
    event_type,
    email: 'a@example.com',
    event_params: [{ name, value: '' }],
  });
  expect(MarketingEvent.safeParse(event('newsletter_confirmed', 'newsletter_sub')).success).toBe(true);
  expect(MarketingEvent.safeParse(event('subscription_cancel_survey', 'reason')).success).toBe(true);
  expect(MarketingEvent.safeParse(event('newsletter_confirmed', 'reason')).success).toBe(false);
  expect(MarketingEvent.safeParse(event('party', 'reason')).success).toBe(false);
});

test('a router name has 1 to 50 characters', () => {
  const draft = (router_name: string) => ({
    shortcut_group_id: 'g',
    shortcut_id: 's',
    cluster_id: 'c',
    enhancer: 'general',
    router_model: 'router',
    router_name,
  });
  expect(RouterDraft.safeParse(draft('x'.repeat(50))).success).toBe(true);
  expect(RouterDraft.safeParse(draft('x'.repeat(51))).success).toBe(false);
  expect(RouterDraft.safeParse(draft('')).success).toBe(false);
});
