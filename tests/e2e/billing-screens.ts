import { expect, type Page } from '@playwright/test';
import type { ProcessStack } from '../support/built-stack.ts';
import { prepareSetup, returnPath } from './support/bank-setup.ts';
import type { Screen } from './support/check-screen.ts';
import { addFault } from './support/faults.ts';
import { pressDeliberately } from './support/press-deliberately.ts';
import { signIn } from './support/sign-in.ts';

const address = '/profile?profile_section=BILLING';
const updatePayment = '/web/v1/store/chargebee/subscription/update-payment';
const subscriber = 'anna.lindqvist@example.com';

const billing =
  (
    email: string,
    then: (page: Page, stack: ProcessStack) => Promise<unknown> = async () => undefined,
  ): Screen['open'] =>
  async (page, stack) => {
    await signIn(page, stack, email);
    await page.goto(address);
    await page.locator('main .plan, main .card').first().waitFor();
    await then(page, stack);
  };

// By class, because the texts differ by language.
const openPlanDialog = async (page: Page) => {
  await page.locator('.plan__foot .btn').click();
  await page.getByRole('dialog').waitFor();
};

const openPaymentDialog = async (page: Page) => {
  await page.locator('.list-row .btn').click();
  await page.getByRole('dialog').waitFor();
};

const failure = (page: Page) => page.locator('dialog [role=alert]').first();

const cardNumber = (page: Page) => page.frameLocator('iframe[title="Secure card number input frame"]').locator('input');

/** The states of billing and its dialogs. */
export const billingScreens: readonly Screen[] = [
  { name: 'billing-active', open: billing(subscriber) },
  { name: 'billing-free', open: billing('free-coupon@example.com') },
  { name: 'billing-grace', open: billing('grace@example.com') },
  { name: 'billing-canceled', open: billing('canceled@example.com') },
  { name: 'billing-syncing', open: billing('activating@example.com', (page) => page.locator('.badge--btn').focus()) },
  { name: 'billing-citizen', open: billing('citizen@example.com') },
  { name: 'billing-paypal', open: billing('active-paypal@example.com') },
  { name: 'billing-payment-issue', open: billing('payment-failed-app-store@example.com') },
  { name: 'billing-ended', open: billing('promo-ended@example.com') },
  {
    name: 'billing-bank-return',
    open: async (page, stack) => {
      await signIn(page, stack, 'active-card@example.com');
      await page.goto('/profile?setup_intent=seti_1&redirect_status=failed');
      await page.locator('.banner--danger').waitFor();
    },
  },
  {
    name: 'billing-bank-pending',
    open: async (page, stack) => {
      await signIn(page, stack, 'active-card@example.com');
      await page.goto('/profile?setup_intent=seti_1&setup_intent_client_secret=s&redirect_status=pending');
      await page.locator('.banner--info').waitFor();
    },
  },
  {
    name: 'billing-bank-confirmed',
    open: async (page, stack) => {
      await signIn(page, stack, 'active-card@example.com');
      await page.goto(returnPath(await prepareSetup(page, stack, 'complete'), 'succeeded'));
      await page.locator('main .banner--success').waitFor();
    },
  },
  {
    name: 'billing-bank-unknown',
    expectedConsole: [/status of 50\d|ERR_/],
    open: async (page, stack) => {
      await signIn(page, stack, 'active-card@example.com');
      const setup = await prepareSetup(page, stack, 'complete');
      await addFault(stack, { method: 'POST', path: updatePayment, reset: true });
      await page.route(`**${updatePayment}`, async (route) => {
        await addFault(stack, { method: 'GET', path: '/web/v1/profile', status: 500 });
        await route.continue();
      });
      await page.goto(returnPath(setup, 'succeeded'));
      await page.locator('main [role=alert]').first().waitFor();
    },
  },
  { name: 'cancel', open: billing(subscriber, openPlanDialog) },
  { name: 'cancel-trial', open: billing('trial@example.com', openPlanDialog) },
  { name: 'cancel-citizen', open: billing('citizen-still-paying@example.com', openPlanDialog) },
  { name: 'cancel-play-store', open: billing('play-store@example.com', openPlanDialog) },
  ...['price', 'speed', 'location', 'need', 'other'].map((reason, place) => ({
    name: `cancel-offer-${reason}`,
    open: billing(subscriber, async (page) => {
      await openPlanDialog(page);
      await page.locator('dialog .check--tile').nth(place).click();
      await page.locator('dialog .banner').waitFor();
    }),
  })),
  {
    name: 'cancel-survey',
    open: billing(subscriber, async (page) => {
      await openPlanDialog(page);
      await pressDeliberately(page.locator('dialog .btn--danger'));
      await page.locator('dialog .glyph--ok').waitFor();
    }),
  },
  { name: 'cancel-store', open: billing('app-store@example.com', openPlanDialog) },
  {
    name: 'renew-failed',
    expectedConsole: [/status of 500/],
    open: billing('renewal-refused@example.com', async (page) => {
      await openPlanDialog(page);
      await pressDeliberately(page.locator('dialog .btn--primary'));
      await failure(page).waitFor();
    }),
  },
  {
    name: 'payment-method',
    open: billing('active-card@example.com', async (page) => {
      await openPaymentDialog(page);
      await expect(cardNumber(page)).toBeVisible();
      await page.locator('dialog .btn--primary').click();
      await failure(page).waitFor();
    }),
  },
  {
    name: 'payment-method-wallet',
    open: billing('active-card@example.com', async (page) => {
      await openPaymentDialog(page);
      await page.getByRole('tab').nth(1).click();
    }),
  },
  {
    name: 'payment-method-due',
    open: billing('grace@example.com', async (page) => {
      await page.locator('.banner .btn--primary').click();
      await page.getByRole('tab').nth(1).click();
    }),
  },
  {
    name: 'payment-method-blocked',
    expectedConsole: [/ERR_/],
    open: billing('active-card@example.com', async (page) => {
      await page.route('**/doubles/stripe.js', (route) => route.abort('blockedbyclient'));
      await openPaymentDialog(page);
      await failure(page).waitFor();
    }),
  },
  {
    name: 'cancel-unknown',
    expectedConsole: [/status of 50\d|ERR_/],
    open: billing(subscriber, async (page, stack) => {
      await openPlanDialog(page);
      await addFault(stack, { method: 'POST', path: '/web/v1/store/cancel-subscription', reset: true });
      await addFault(stack, { method: 'GET', path: '/web/v1/profile', status: 500 });
      await pressDeliberately(page.locator('dialog .btn--danger'));
      await failure(page).waitFor();
    }),
  },
  {
    name: 'citizenship',
    open: billing('verify-me@example.com', async (page) => {
      await page.locator('main .card .btn--sm').click();
      await page.getByRole('timer').waitFor();
    }),
  },
];
