import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { productOrigin, type RunningSandbox, startSandbox } from './support/running-sandbox.ts';

let sandbox: RunningSandbox;
beforeAll(async () => {
  sandbox = await startSandbox();
});
beforeEach(() => sandbox.post('/sandbox/reset'));
afterAll(() => sandbox.close());

const days = (count: number) => sandbox.post('/sandbox/clock', { advanceSeconds: count * 86_400 });

async function open(email: string) {
  const token = await sandbox.signIn(email);
  const { subscription } = await sandbox.profile(token);
  const act = (path: string, body: object) => sandbox.post(`/web/v1/store/${path}`, body, token);
  return { token, id: subscription?.id, sku: subscription?.sku, act };
}

test('a canceled subscription stays active until its end and can be renewed before and after it', async () => {
  const { id, act } = await open('active-card@example.com');
  expect((await act('cancel-subscription', { subscription_id: id })).status).toBe(200);
  const read = async () => await sandbox.profile(await sandbox.signIn('active-card@example.com'));
  expect(await read()).toMatchObject({
    state: 'canceled',
    subscription: { hasActiveSubscription: true, subscriptionCancellable: false, subscriptionRenewable: true },
  });
  const again = await act('cancel-subscription', { subscription_id: id });
  expect(again).toMatchObject({ status: 400, body: { code: 9 } });
  expect((await act('subscription/renew', { subscription_id: id })).status).toBe(200);
  expect((await read()).state).toBe('active');

  await act('cancel-subscription', { subscription_id: id });
  await days(13);
  expect(await read()).toMatchObject({ state: 'expired', subscription: { hasActiveSubscription: false } });
  const late = await open('active-card@example.com');
  expect((await late.act('subscription/renew', { subscription_id: id })).status).toBe(200);
  expect(await read()).toMatchObject({ state: 'active', subscription: { hasActiveSubscription: true } });
});

async function setUp(email: string, card: string) {
  const account = await open(email);
  const setup = await account.act('stripe/payment-setup-intent/create', {
    stripe_payment_method_id: card,
    product_id: account.sku,
    recaptcha_token: '',
    recaptcha_site_key: 'key',
  });
  const update = (payment_method: string) =>
    account.act('chargebee/subscription/update-payment', {
      stripe_payment_intent_id: setup.body.stripe_payment_setup_intent_id,
      payment_method,
    });
  return { ...account, setup, update };
}

test('a new method ends a grace period; the end of a grace period expires the subscription', async () => {
  const { token, update } = await setUp('grace@example.com', 'pm_card_mastercard');
  await update('card');
  expect(await sandbox.profile(token)).toMatchObject({
    state: 'active',
    payment_data: { payment_status: 'succeeded' },
  });
  await days(1);
  expect((await sandbox.profile(await sandbox.signIn('grace-last-day@example.com'))).state).toBe('expired');
});

test('advancing the clock brings dates nearer for the browser', async () => {
  const endOfGrace = async () =>
    Date.parse((await sandbox.profile(await sandbox.signIn('grace@example.com'))).subscription.end_grace_period_date);
  const before = await endOfGrace();
  expect(Math.floor((before - Date.now()) / 86_400_000)).toBe(5);
  await days(2);
  expect(Math.floor(((await endOfGrace()) - Date.now()) / 86_400_000)).toBe(3);
});

test('an activation completes 20 seconds after the first request', async () => {
  const token = await sandbox.signIn('activating@example.com');
  expect((await sandbox.profile(token)).subscription).toMatchObject({
    subscriptionActivationInProgress: true,
    hasActiveSubscription: false,
  });
  await sandbox.post('/sandbox/clock', { advanceSeconds: 21 });
  expect(await sandbox.profile(token)).toMatchObject({
    state: 'active',
    subscription: { subscriptionActivationInProgress: false, hasActiveSubscription: true },
  });
});

test('the payment link opens the checkout, which redirects back with a permanent token in app-identity', async () => {
  const token = await sandbox.signIn('free@example.com');
  const { link } = (await sandbox.call('GET', '/web/v1/store/payment-link', undefined, token)).body;
  const path = new URL(link).pathname;
  expect(await (await fetch(sandbox.origin + path)).text()).toContain('free@example.com');
  const bought = await fetch(sandbox.origin + path, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ sku: 'binge-3m', outcome: 'paid' }),
  });
  const back = new URL(bought.headers.get('location') ?? '');
  expect(back.origin + back.pathname).toBe(`${productOrigin}/payment/success`);
  const identity = Buffer.from(back.searchParams.get('app-identity') ?? '', 'base64')
    .toString()
    .split('|');
  expect(identity).toHaveLength(3);
  const exchanged = await sandbox.post('/web/v1/account/sign-in/perm-token', { perm_token: identity[2] });
  expect(await sandbox.profile(exchanged.body.access_token)).toMatchObject({
    type: 'subscription',
    subscription: { sku: 'binge-3m', hasActiveSubscription: true },
  });
  expect((await sandbox.call('GET', '/checkout/unknown')).status).toBe(404);
});

test('returns the account’s coupon, or null', async () => {
  const coupon = async (email: string) =>
    (await sandbox.post('/web/v1/store/coupon/get-account-coupon', undefined, await sandbox.signIn(email))).body;
  expect(await coupon('free-coupon@example.com')).toEqual({ coupon: { code: 'HARBOUR30', discount_percent: 30 } });
  expect(await coupon('free@example.com')).toEqual({ coupon: null });
});
