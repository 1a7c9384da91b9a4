import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RunningSandbox, startSandbox } from './support/running-sandbox.ts';

let sandbox: RunningSandbox;
type Profile = Awaited<ReturnType<RunningSandbox['profile']>>;
let profiles: Profile[];

beforeAll(async () => {
  sandbox = await startSandbox();
  const tokens = await Promise.all((await sandbox.accounts()).map(({ email }) => sandbox.signIn(email)));
  const all = await Promise.all(tokens.map((token) => sandbox.profile(token)));
  // Deleted accounts have no profile.
  profiles = all.filter((profile) => profile !== undefined);
});
afterAll(() => sandbox.close());

test.each<[string, (profile: Profile) => boolean]>([
  ['an ended promo', ({ type, subscription }) => type === 'promo' && isPast(subscription?.expiration_date)],
  [
    'a failed payment with an editable method',
    ({ payment_data: payment }) => payment?.payment_status === 'failed' && payment.payment_method?.can_edited === true,
  ],
  [
    'a failed payment with a method that is not editable',
    ({ payment_data: payment }) => payment?.payment_status === 'failed' && payment.payment_method?.can_edited === false,
  ],
  [
    'a failed payment without a method',
    ({ payment_data: payment }) => payment?.payment_status === 'failed' && payment.payment_method === null,
  ],
  [
    'a failed payment with the bank’s reason',
    ({ payment_data: payment }) => payment?.payment_status === 'failed' && payment.payment_status_msg !== '',
  ],
  ['a device limit of 0', ({ device_limit }) => device_limit === 0],
  ['a device limit of 50', ({ device_limit }) => device_limit === 50],
  ['missing members', (profile) => !('devices' in profile) && !('state' in profile)],
  ['null members', ({ devices, subscription }) => devices === null && subscription?.price === null],
  ['a pay-as-you-go balance with a currency', (profile) => profile.pay_as_you_go_profile?.currency === 'USD'],
  ['an expired pay-as-you-go balance', (profile) => isPast(profile.pay_as_you_go_profile?.expiration_date)],
  [
    'an expired subscription that is not renewable',
    ({ state, type, subscription }) =>
      state === 'expired' && type === 'subscription' && subscription?.subscriptionRenewable === false,
  ],
  ['an invitation by a friend', ({ referral }) => referral?.referrer_id !== undefined],
  ['all invites used, active', ({ state, referral }) => state === 'active' && referral?.referrals_count === 5],
  [
    'all invites used, new account',
    ({ state, referral }) => state === 'new_account' && referral?.referrals_count === 5,
  ],
  [
    'all invites used, canceled',
    ({ state, referral }) => state === 'canceled' && referral?.referrals_count === referral?.referrals_limit,
  ],
  [
    'a verified citizen with a paid plan and its billing date',
    (profile) => isPayingCitizen(profile) && isFuture(profile.subscription?.billing_date),
  ],
  [
    'a verified citizen with a paid plan without a billing date',
    (profile) => isPayingCitizen(profile) && profile.subscription?.billing_date === null,
  ],
  [
    'a billing date that has passed',
    ({ state, subscription }) => state === 'active' && isPast(subscription?.billing_date),
  ],
  [
    'a grace period that has passed',
    ({ state, subscription }) => state === 'grace_period' && isPast(subscription?.end_grace_period_date),
  ],
  [
    'a plan that ended without a date',
    ({ state, subscription }) =>
      state === 'expired' && subscription?.expiration_date === null && subscription.billing_date === null,
  ],
  [
    'a failed payment after the plan’s end',
    ({ state, payment_data: payment }) => state === 'expired' && payment?.payment_status === 'failed',
  ],
  ['a failed payment at Google Play', (profile) => isUnpaidAt('android', profile)],
  ['a failed payment at a partner', (profile) => isUnpaidAt('platform_payment', profile)],
  [
    'a canceled plan, billed by the App Store',
    ({ state, subscription }) =>
      state === 'canceled' && subscription?.vendor === 'apple' && isFuture(subscription.expiration_date),
  ],
  [
    'a login by email without an email',
    ({ email, is_email_set, oauth_credentials }) =>
      email === '' && is_email_set === false && oauth_credentials?.vendor === 'default',
  ],
  ['a deletion, billed by the App Store', (profile) => isDeletedAndBilledBy('apple', profile)],
  ['a deletion, billed by Google Play', (profile) => isDeletedAndBilledBy('android', profile)],
])('an account exists with %s', (_, matches) => {
  expect(profiles.filter(matches)).not.toEqual([]);
});

const isPast = (date: string | null | undefined) => typeof date === 'string' && Date.parse(date) < Date.now();

const isFuture = (date: string | null | undefined) => typeof date === 'string' && Date.parse(date) > Date.now();

const isPayingCitizen = ({ diia_verified, subscription }: Profile) =>
  diia_verified === true && subscription?.vendor !== 'diia' && subscription?.subscriptionCancellable === true;

const isUnpaidAt = (vendor: string, { payment_data, subscription }: Profile) =>
  payment_data?.payment_status === 'failed' &&
  subscription?.vendor === vendor &&
  subscription.hasActiveSubscription === true;

const isDeletedAndBilledBy = (vendor: string, { marked_for_termination, subscription }: Profile) =>
  marked_for_termination && subscription?.vendor === vendor && subscription.hasActiveSubscription;

test('every account has a description and a unique address, token and code', async () => {
  const accounts = await sandbox.accounts();
  for (const { group, description } of accounts) {
    expect(group).not.toBe('');
    expect(description.length).toBeGreaterThan(15);
  }
  for (const field of ['email', 'permanentToken', 'accountCode'] as const) {
    expect(new Set(accounts.map((account) => account[field])).size).toBe(accounts.length);
  }
});
