import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RunningSandbox, startSandbox } from './support/running-sandbox.ts';

let sandbox: RunningSandbox;
let profiles: Awaited<ReturnType<RunningSandbox['profile']>>[];

beforeAll(async () => {
  sandbox = await startSandbox();
  const tokens = await Promise.all((await sandbox.accounts()).map(({ email }) => sandbox.signIn(email)));
  const all = await Promise.all(tokens.map((token) => sandbox.profile(token)));
  // The deleted accounts have none.
  profiles = all.filter((profile) => profile !== undefined);
});
afterAll(() => sandbox.close());

test.each([
  ['type', ['unknown_profile_type', 'free', 'subscription', 'pay_as_you_go', 'promo', 'setapp', 'guest', 'diia']],
  [
    'state',
    [
      'unknown_profile_state',
      'new_account',
      'active',
      'canceled',
      'expired',
      'billing_retry_period',
      'grace_period',
      'trial',
    ],
  ],
])('there is an account for every %s', (field, values) => {
  expect(new Set(profiles.map((profile) => profile[field]))).toEqual(new Set(values));
});

test('there is an account for every vendor of subscriptions, payment methods and sign-ins', () => {
  expect(new Set(profiles.flatMap(({ subscription }) => subscription?.vendor ?? []))).toEqual(
    new Set(['unknown', 'stripe', 'apple', 'android', 'platform_payment', 'promocode', 'chargebee', 'diia']),
  );
  expect(new Set(profiles.flatMap(({ payment_data }) => payment_data.payment_method?.vendor ?? []))).toEqual(
    new Set([
      'card_vendor',
      'paypal_vendor',
      'apple_pay_vendor',
      'google_pay_vendor',
      'app_store_vendor',
      'play_marked_vendor',
      'platform_payment_vendor',
    ]),
  );
  const logins = profiles.map(({ oauth_credentials }) => oauth_credentials.vendor);
  expect(logins).toEqual(
    expect.arrayContaining(['default', 'apple', 'code', 'facebook', 'google', 'guest', 'account_oauth_default']),
  );
});

test('every account says what to look at, and no two share an address, a token or a code', async () => {
  const accounts = await sandbox.accounts();
  for (const { group, description } of accounts) {
    expect(group).not.toBe('');
    expect(description.length).toBeGreaterThan(15);
  }
  for (const field of ['email', 'permanentToken', 'accountCode'] as const) {
    expect(new Set(accounts.map((account) => account[field])).size).toBe(accounts.length);
  }
});
