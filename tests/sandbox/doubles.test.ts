import { once } from 'node:events';
import type { Server } from 'node:http';
import type { Browser, Page } from 'playwright';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { startBrowser } from './support/browser.ts';
import { type RunningSandbox, startSandbox } from './support/running-sandbox.ts';
import { createShopPage } from './support/shop-page.ts';

let sandbox: RunningSandbox;
let shop: Server;
let origin: string;
let browser: Browser;
let page: Page;

beforeAll(async () => {
  shop = createShopPage(() => sandbox.origin);
  shop.listen(0, '127.0.0.1');
  await once(shop, 'listening');
  const address = shop.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  origin = `http://localhost:${address.port}`;
  sandbox = await startSandbox({ productOrigin: origin });
  browser = await startBrowser();
});
beforeEach(async () => {
  page = await browser.newPage();
});
afterEach(() => page.close());
afterAll(async () => {
  await browser.close();
  await sandbox.close();
  shop.close();
});

/** Loads the test double and mounts the three fields; keeps their state on `window`. They ignore keys until ready. */
async function openCardForm(): Promise<void> {
  await page.goto(origin);
  await page.evaluate(
    (url) => (window as never as { load(url: string): Promise<void> }).load(url),
    `${sandbox.origin}/doubles/stripe.js`,
  );
  await page.evaluate(`
    window.stripe = Stripe('pk_test_sandbox');
    const elements = stripe.elements({ locale: 'en' });
    window.states = {};
    const ready = [];
    for (const [type, id] of [['cardNumber', 'number'], ['cardExpiry', 'expiry'], ['cardCvc', 'cvc']]) {
      const field = elements.create(type);
      field.on('change', (event) => (states[type] = event));
      ready.push(new Promise((resolve) => field.on('ready', resolve)));
      field.mount('#' + id);
      window[id + 'Field'] = field;
    }
    window.store = () => stripe.createPaymentMethod({ type: 'card', card: numberField });
    Promise.all(ready).then(() => null);
  `);
}

const field = (id: string) => page.frameLocator(`#${id} iframe`).locator('input');

async function fillCard(number: string): Promise<void> {
  await field('number').pressSequentially(number);
  await field('expiry').pressSequentially('1230');
  await field('cvc').pressSequentially('123');
}

const run = (code: string) => page.evaluate(code) as Promise<never>;

async function createSetup(paymentMethod: string) {
  const token = await sandbox.signIn('active-card@example.com');
  const { subscription } = await sandbox.profile(token);
  const body = { stripe_payment_method_id: paymentMethod, product_id: subscription.sku };
  return (await sandbox.post('/web/v1/store/stripe/payment-setup-intent/create', body, token)).body;
}

test('creates a payment method from three frames without revealing the number to the page', async () => {
  await openCardForm();
  await fillCard('5555555555554444');
  await expect.poll(() => run('states.cardCvc?.complete')).toBe(true);
  await expect
    .poll(() => run('states.cardNumber'))
    .toMatchObject({ complete: true, brand: 'mastercard', empty: false });
  expect(await run('store()')).toMatchObject({
    paymentMethod: { id: expect.stringMatching(/^pm_/), card: { last4: '4444' } },
  });
  expect(await run('JSON.stringify(states)')).not.toContain('5555');
  expect(await run(`(() => { try { return frames[1].document.title } catch (error) { return error.name } })()`)).toBe(
    'SecurityError',
  );
});

test('reports an incomplete card, an invalid number and a past date like the original', async () => {
  await openCardForm();
  await field('number').pressSequentially('42');
  expect(await run('store()')).toMatchObject({ error: { type: 'validation_error', code: 'incomplete_number' } });
  await field('number').fill('4242424242424241');
  await expect.poll(() => run('states.cardNumber.error?.code')).toBe('invalid_number');
  await field('expiry').pressSequentially('1220');
  await expect.poll(() => run('states.cardExpiry.error?.code')).toBe('invalid_expiry_year_past');
});

test('focuses a field when the page requests it', async () => {
  await openCardForm();
  await field('number').pressSequentially('4242424242424242');
  await run('expiryField.focus()');
  await expect.poll(() => run(`document.activeElement === document.querySelector('#expiry iframe')`)).toBe(true);
  // The frame is a separate process and receives the focus later than the page loses it.
  await expect.poll(() => field('expiry').evaluate((input) => input.matches(':focus'))).toBe(true);
  await page.keyboard.type('1230');
  await expect.poll(() => run('states.cardExpiry?.complete')).toBe(true);
});

test.each([
  ['Complete', { setupIntent: { status: 'succeeded' } }],
  [
    'Fail',
    { error: { code: 'setup_intent_authentication_failure', setup_intent: { status: 'requires_payment_method' } } },
  ],
  ['Cancel', { error: { code: 'setup_intent_authentication_failure', setup_intent: { status: 'requires_action' } } }],
])('a card that the bank challenges: %s', async (response, result) => {
  await openCardForm();
  await fillCard('4000002760003184');
  const stored = (await run('store()')) as { paymentMethod: { id: string } };
  const setup = await createSetup(stored.paymentMethod.id);
  expect(setup.requires_action).toBe(true);
  await run(
    `void (window.confirmed = stripe.confirmCardSetup(${JSON.stringify(setup.stripe_payment_setup_intent_client_secret)}))`,
  );
  await page.frameLocator('iframe[title="Confirmation by your bank"]').getByRole('button', { name: response }).click();
  expect(await run('confirmed')).toMatchObject(result);
  expect(await page.locator('iframe[title="Confirmation by your bank"]').count()).toBe(0);
});

async function openWallet(wallet: string, coop = 'same-origin-allow-popups'): Promise<void> {
  await page.goto(`${origin}/?coop=${coop}`);
  await page.evaluate(
    (url) => (window as never as { load(url: string): Promise<void> }).load(url),
    `${sandbox.origin}/doubles/stripe.js?wallets=${wallet}`,
  );
  await page.evaluate(`
    const request = Stripe('pk_test_sandbox').paymentRequest({ country: 'CY', currency: 'eur', total: { label: 'Skerry VPN', amount: 999 } });
    window.events = [];
    request.on('paymentmethod', (event) => { events.push([event.walletName, event.paymentMethod.card.last4]); event.complete('success'); });
    request.on('cancel', () => events.push('cancel'));
    document.querySelector('#wallet').onclick = () => request.show();
    window.can = request.canMakePayment();
  `);
}

test('Apple Pay opens a sheet, Google Pay a popup, and both return a payment method', async () => {
  await openWallet('apple_pay');
  expect(await run('can')).toEqual({ applePay: true, googlePay: false, link: false });
  await page.click('#wallet');
  await page.frameLocator('iframe[title="Apple Pay"]').getByRole('button', { name: 'Pay with Visa 1111' }).click();
  await expect.poll(() => run('events')).toEqual([['applePay', '1111']]);

  await openWallet('google_pay');
  await run('can');
  const [popup] = await Promise.all([page.waitForEvent('popup'), page.click('#wallet')]);
  const closed = popup.waitForEvent('close');
  await popup.getByRole('button', { name: 'Pay with Visa 1111' }).click();
  await expect.poll(() => run('events')).toEqual([['googlePay', '1111']]);
  await closed;
});

test('closing a wallet cancels, and without wallets canMakePayment() resolves to null', async () => {
  await openWallet('apple_pay');
  await run('can');
  await page.click('#wallet');
  await page.frameLocator('iframe[title="Apple Pay"]').getByRole('button', { name: 'Cancel' }).click();
  await expect.poll(() => run('events')).toEqual(['cancel']);
  await openWallet('none');
  expect(await run('can')).toBeNull();
});

test('Google Pay cancels on a page whose opener policy cuts off popups', async () => {
  await openWallet('google_pay', 'same-origin');
  await run('can');
  await page.click('#wallet');
  await expect.poll(() => run('events')).toEqual(['cancel']);
});

test('the captcha returns a token for its key, and supports Trusted Types only on request', async () => {
  const load = async (query: string) => {
    await page.goto(`${origin}/?trusted`);
    await page.evaluate(
      (url) => (window as never as { load(url: string): Promise<void> }).load(url),
      `${sandbox.origin}/doubles/captcha.js?render=key${query}`,
    );
  };
  await load('&trustedtypes=true');
  await run(`new Promise((resolve) => grecaptcha.ready(resolve))`);
  expect(await run(`grecaptcha.execute('key', { action: 'login' })`)).toMatch(/^sandbox-captcha-login-/);
  await expect(run(`grecaptcha.execute('other', { action: 'login' })`)).rejects.toThrow('Invalid site key');

  const refused = page.waitForEvent('pageerror');
  await load('');
  expect((await refused).message).toContain('TrustedScriptURL');
  expect(await run('typeof grecaptcha.execute')).toBe('undefined');
});
