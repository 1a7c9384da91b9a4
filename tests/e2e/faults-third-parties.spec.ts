import type { Page, Route } from '@playwright/test';
import { createGate } from '../support/gate.ts';
import { cardField, enterCard } from './support/card-form.ts';
import { createFaultPictures, expectDesigned, expectSettled } from './support/fault-state.ts';
import { codeField, emailField, signInByToken } from './support/sign-in.ts';
import { expect, test } from './support/test.ts';

test.use({ expectedConsole: [[/status of [45]\d\d/, /ERR_/], { scope: 'test' }] });

const captchaScript = '**/doubles/captcha.js*';
const captchaMain = '**/doubles/captcha-main.js*';
const cardScript = '**/doubles/stripe.js';
const cardFrame = '**/doubles/stripe/card-field*';
const cardServer = '**/doubles/stripe/payment-methods';

type Respond = (route: Route) => Promise<unknown>;

const script = (body: string): Respond => {
  const headers = { 'cross-origin-resource-policy': 'cross-origin' };
  return (route) => route.fulfill({ contentType: 'text/javascript', headers, body });
};
const blocked: Respond = (route) => route.abort('blockedbyclient');
const failing: Respond = (route) => route.fulfill({ status: 500, body: '' });
/** Never responds. */
const hanging: Respond = () => new Promise(() => undefined);

const dialog = (page: Page) => page.getByRole('dialog');
const alert = (page: Page) => dialog(page).getByRole('alert');
const save = (page: Page) => dialog(page).getByRole('button', { name: 'Save card' });

/** Lets the page's own time limit pass. */
async function waitLong(page: Page, ms: number, shown: () => Promise<unknown>): Promise<void> {
  await expect(async () => {
    await page.clock.runFor(ms);
    await shown();
  }).toPass();
}

for (const [name, url, respond] of [
  ['is blocked', captchaScript, blocked],
  ['answers 500', captchaScript, failing],
  ['is another script', captchaScript, script('window.grecaptcha = undefined;')],
  ['does not load', captchaScript, hanging],
  ['loads, but not its second part', captchaMain, blocked],
  ['loads, but its second part hangs', captchaMain, hanging],
  ['throws', captchaScript, script('window.grecaptcha = { ready: (run) => run(), execute() { throw new Error() } };')],
  ['returns nothing', captchaScript, script('window.grecaptcha = { ready: (run) => run(), execute: async () => {} };')],
] as const satisfies readonly (readonly [string, string, Respond])[]) {
  test(`the captcha ${name}: the sign-in says so and goes on`, async ({ page }) => {
    await page.clock.install();
    await page.route(url, respond);
    const requested = page.waitForRequest('**/one-time-code/request');
    await page.goto('/enter', { waitUntil: 'commit' });
    await emailField(page).fill('anna.lindqvist@example.com');
    await page.getByRole('button', { name: 'Continue', exact: true }).click();
    // Short steps: a script that loads after the time limit is not missing.
    await waitLong(page, 500, () => expect(codeField(page)).toBeVisible({ timeout: 500 }));
    expect((await requested).postDataJSON()).toMatchObject({ recaptcha_token: '' });
    await expect(page.getByText('reCAPTCHA didn’t load')).toBeVisible();
    await expectDesigned(page);
    await createFaultPictures('captcha')(page, 'missing');
  });
}

async function openCardDialog(page: Page): Promise<void> {
  await page.goto('/profile?profile_section=BILLING');
  await page.getByRole('button', { name: 'Change payment method' }).click();
}

const stripe = (members: string): Respond => script(`window.Stripe = () => ({ ${members} });`);
const noWallets = 'paymentRequest: () => ({ canMakePayment: async () => null })';

test.describe('the card provider', () => {
  test.beforeEach(({ page, stack }) => signInByToken(page, stack, 'active-card@example.com'));

  for (const [name, url, respond] of [
    ['is blocked', cardScript, blocked],
    ['answers 500', cardScript, failing],
    ['is another script', cardScript, script('window.Stripe = undefined;')],
    ['throws when it starts', cardScript, script('window.Stripe = () => { throw new Error(); };')],
    ['has no fields', cardScript, stripe(noWallets)],
    [
      'fails at its second field',
      cardScript,
      stripe(`${noWallets}, elements: () => ({ create: (type) => { if (type !== 'cardNumber') throw new Error(); } })`),
    ],
    ['has a frame that is blocked', cardFrame, blocked],
    ['has a frame that does not load', cardFrame, hanging],
    ['has a frame that answers 500', cardFrame, failing],
  ] as const satisfies readonly (readonly [string, string, Respond])[]) {
    test(`${name}: the dialog says so and offers another try`, async ({ page }) => {
      await page.clock.install();
      await page.route(url, respond);
      const requested = page.waitForRequest(url);
      await openCardDialog(page);
      await expect(dialog(page)).toBeVisible();
      // A script that arrives after the time limit counts for the next try.
      if (respond !== hanging) {
        const response = await (await requested).response();
        // The body of a failed script is never read.
        if (response?.ok()) await response.finished();
      }
      await waitLong(page, 20_000, () => expect(alert(page)).toBeVisible({ timeout: 500 }));
      await expect(alert(page)).toContainText('The payment form didn’t load');
      await expectSettled(page);
      await expectDesigned(page);
      await createFaultPictures('card provider')(page, 'blocked');
      await page.unroute(url);
      await dialog(page).getByRole('button', { name: 'Try again' }).click();
      await enterCard(page, '5555 5555 5555 4444');
      await expectDesigned(page);
    });
  }

  test('arrives after the time limit: the dialog says so, and the next try uses it', async ({ page }) => {
    await page.clock.install();
    const gate = createGate();
    let requests = 0;
    await page.route(cardScript, async (route) => {
      requests += 1;
      await gate.pass();
      await route.continue();
    });
    await openCardDialog(page);
    await expect(dialog(page)).toBeVisible();
    await waitLong(page, 20_000, () => expect(alert(page)).toBeVisible({ timeout: 500 }));
    await expect(alert(page)).toContainText('The payment form didn’t load');
    await expectDesigned(page);
    await dialog(page).getByRole('button', { name: 'Try again' }).click();
    gate.open();
    await enterCard(page, '5555 5555 5555 4444');
    expect(requests).toBe(1);
  });

  test('is slow: the dialog shows it, can be closed, and then has its fields', async ({ page }) => {
    const gate = createGate();
    await page.route(cardScript, async (route) => {
      await gate.pass();
      await route.continue();
    });
    await openCardDialog(page);
    await expect(dialog(page).getByText('Loading the payment form…')).toBeVisible();
    await createFaultPictures('card provider')(page, 'slow');
    await page.keyboard.press('Escape');
    await expect(dialog(page)).toHaveCount(0);
    await page.getByRole('button', { name: 'Change payment method' }).click();
    gate.open();
    await enterCard(page, '5555 5555 5555 4444');
  });

  for (const [name, respond] of [
    ['refuses to store the card', failing],
    ['is cut off while it stores the card', (route) => route.abort()],
    ['never stores the card', hanging],
  ] as const satisfies readonly (readonly [string, Respond])[]) {
    test(`${name}: the dialog says so, keeps the card, and saves it afterwards`, async ({ page }) => {
      await page.clock.install();
      await page.route(cardServer, respond);
      await openCardDialog(page);
      await enterCard(page, '5555 5555 5555 4444');
      await save(page).click();
      await waitLong(page, 30_000, () => expect(alert(page)).toBeVisible({ timeout: 500 }));
      await expect(alert(page)).toContainText('Something went wrong, please try again later');
      await expectSettled(page);
      await expectDesigned(page);
      await createFaultPictures('card provider')(page, 'not stored');
      await expect(cardField(page, 'card number')).toHaveValue('5555 5555 5555 4444');
      await page.unroute(cardServer);
      await save(page).click();
      await expect(page.getByRole('status').filter({ hasText: 'Payment method changed' })).toBeVisible();
    });
  }
});
