import type { Page } from '@playwright/test';
import { calls } from '#shared/calls.ts';
import type { ProcessStack } from '../support/built-stack.ts';
import { advanceClock, createPair, findPermanentToken } from './support/accounts.ts';
import type { Screen } from './support/check-screen.ts';
import { confirmCitizenship } from './support/citizenship.ts';
import { requestChangeLink } from './support/email-change.ts';
import { addFault, loseResponse } from './support/faults.ts';
import { holdRequests } from './support/hold-requests.ts';
import { readCode } from './support/mails.ts';
import { at } from './support/open-screen.ts';
import { readQr } from './support/read-qr.ts';
import { signIn } from './support/sign-in.ts';

const anna = 'anna.lindqvist@example.com';
const free = 'free@example.com';
const next = 'anna.new@gmail.com';

// Neither the app nor the extension is installed.
const expectedConsole = [/launch 'skerry/];

const identityOf = async (stack: ProcessStack, email: string) =>
  encodeURIComponent(Buffer.from(`a|b|${await findPermanentToken(stack, email)}`).toString('base64'));

async function openEmailChange(page: Page, stack: ProcessStack): Promise<void> {
  await at(await requestChangeLink(page, stack, anna))(page, stack);
}

async function submitNewEmail(page: Page, stack: ProcessStack, email: string): Promise<void> {
  await openEmailChange(page, stack);
  await page.getByRole('textbox').fill(email);
  await page.keyboard.press('Enter');
}

async function openConfirmation(page: Page, stack: ProcessStack): Promise<void> {
  await submitNewEmail(page, stack, next);
  await page.locator('[autocomplete="one-time-code"]').waitFor();
}

async function openCitizenship(page: Page, stack: ProcessStack): Promise<void> {
  await signIn(page, stack, 'verify-me@example.com');
  await at('/profile?profile_section=BILLING')(page, stack);
  await page.locator('main .card .btn--sm').click();
  await page.getByRole('dialog').waitFor();
}

/** The states of the pages that emails, apps and other sites link to. */
export const messageScreens: readonly Screen[] = [
  {
    name: 'redirect-to-app',
    expectedConsole,
    async open(page) {
      await page.goto('/h/redirect-to-app');
      await page.locator('.alert-box__foot a').waitFor();
    },
  },
  { name: 'to-app', expectedConsole, open: at('/h/to-app') },
  { name: 'extension-missing', open: at('/h/to-chrome') },
  { name: 'extension-mobile', open: at('/h/to-chrome?app-identity=ios') },
  {
    name: 'extension-wrong-browser',
    async open(page, stack) {
      await page.addInitScript(() => {
        Object.defineProperty(navigator, 'userAgent', {
          value: 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Firefox/145.0',
        });
      });
      await at('/h/to-chrome')(page, stack);
    },
  },
  {
    name: 'to-app-preparing',
    async open(page, stack) {
      await holdRequests(page, `**${calls.createPermanentToken.path}`);
      await page.goto(`/h/to-app?${await createPair(stack, anna)}`);
      await page.locator('.btn.is-loading').waitFor();
    },
  },
  {
    name: 'to-app-failed',
    expectedConsole: [/status of 503/],
    async open(page, stack) {
      await addFault(stack, { method: 'POST', path: calls.createPermanentToken.path, status: 503 });
      await page.goto(`/h/to-app?${await createPair(stack, anna)}`);
      await page.locator('.banner--danger').waitFor();
    },
  },
  { name: 'one-time-code-error', open: at('/h/otc') },
  { name: 'app-error', open: at('/h/error') },
  { name: 'app-error-account-exists', open: at('/h/error?err_message=ErrAccountAlreadyExists') },
  { name: 'payment-processing', open: at('/payment/success?app-identity=none') },
  {
    name: 'payment-success',
    async open(page, stack) {
      await page.goto(`/payment/success?app-identity=${await identityOf(stack, anna)}`);
      await page.locator('.alert-box__action a').waitFor();
    },
  },
  {
    name: 'payment-failed',
    async open(page, stack) {
      await addFault(stack, { method: 'GET', path: calls.profile.path, status: 400, body: { code: 3, message: 'no' } });
      await page.goto(`/payment/success?app-identity=${await identityOf(stack, anna)}`);
      await page.locator('.alert-box__action a').first().waitFor();
    },
  },
  {
    name: 'payment-unknown',
    async open(page, stack) {
      await page.addInitScript((email) => localStorage.setItem('otc-email', email), next);
      await at('/payment/success')(page, stack);
    },
  },
  { name: 'change-email', open: openEmailChange },
  { name: 'change-email-without-token', open: at('/change-email') },
  {
    name: 'change-email-already-logged-in',
    async open(page, stack) {
      await submitNewEmail(page, stack, free);
      await page.getByRole('dialog').waitFor();
    },
  },
  { name: 'change-email-confirm', open: openConfirmation },
  {
    name: 'change-email-wrong-code',
    async open(page, stack) {
      await openConfirmation(page, stack);
      const code = await readCode(stack, next);
      await page.locator('[autocomplete="one-time-code"]').fill(code === '111111' ? '222222' : '111111');
      await page.keyboard.press('Enter');
      await page.locator('.field__error').waitFor();
    },
  },
  {
    name: 'change-email-may-be-changed',
    expectedConsole: [...expectedConsole, /ERR_CONNECTION_RESET|status of 400/],
    async open(page, stack) {
      const link = await requestChangeLink(page, stack, anna);
      await page.context().clearCookies();
      await at(link)(page, stack);
      await page.getByRole('textbox').fill(next);
      await page.keyboard.press('Enter');
      await page.locator('[autocomplete="one-time-code"]').fill(await readCode(stack, next));
      await loseResponse(page, calls.applyNewEmail.path);
      await page.keyboard.press('Enter');
      await page.locator('.banner').waitFor();
      await page.unrouteAll({ behavior: 'wait' });
      await page.keyboard.press('Enter');
      await page.locator('.banner--warning').waitFor();
    },
  },
  {
    name: 'change-email-not-verified',
    async open(page, stack) {
      await openConfirmation(page, stack);
      await advanceClock(stack, 601);
      await page.locator('[autocomplete="one-time-code"]').fill(await readCode(stack, next));
      await page.keyboard.press('Enter');
      await page.getByRole('dialog').waitFor();
    },
  },
  { name: 'newsletter-visitor', open: at('/email/subscription-confirmed') },
  {
    name: 'newsletter-ask',
    async open(page, stack) {
      await signIn(page, stack, free);
      await page.goto('/email/subscription-confirmed');
      await page.getByRole('button', { name: free }).waitFor();
    },
  },
  {
    name: 'newsletter-confirmed',
    async open(page, stack) {
      await page.goto(`/email/subscription-confirmed?token=${await findPermanentToken(stack, free)}`);
      await page.locator('.alert-box a.btn').waitFor();
    },
  },
  {
    name: 'newsletter-failed',
    expectedConsole: [/status of 503/],
    async open(page, stack) {
      await addFault(stack, { method: 'POST', path: calls.updateSettings.path, status: 503 });
      await page.goto(`/email/subscription-confirmed?token=${await findPermanentToken(stack, free)}`);
      await page.locator('.banner--danger').waitFor();
    },
  },
  { name: 'email-already-used', open: at('/auth/already-used?email=anna%40example.com') },
  { name: 'citizenship-return-visitor', open: at('/diia/success') },
  {
    name: 'citizenship-return-pending',
    async open(page, stack) {
      await signIn(page, stack, free);
      await at('/diia/success')(page, stack);
      await page.locator('.alert-box button').waitFor();
    },
  },
  {
    name: 'citizenship-return-confirmed',
    async open(page, stack) {
      await signIn(page, stack, 'citizen@example.com');
      await at('/diia/success')(page, stack);
      await page.locator('.alert-box a').waitFor();
    },
  },
  {
    name: 'email-changed-elsewhere',
    async open(page, stack) {
      await openConfirmation(page, stack);
      await page.context().clearCookies({ name: /token/ });
      await page.reload();
      await page.locator('[autocomplete="one-time-code"]').fill(await readCode(stack, next));
      await page.keyboard.press('Enter');
      await page.locator('.banner--success').waitFor();
    },
  },
  {
    name: 'citizenship-loading',
    async open(page, stack) {
      await holdRequests(page, `**${calls.citizenshipLink.path}`);
      await openCitizenship(page, stack);
      await page.locator('dialog .spinner').waitFor();
    },
  },
  {
    name: 'citizenship-failed',
    expectedConsole: [/status of 400/],
    async open(page, stack) {
      await addFault(stack, { method: 'GET', path: calls.citizenshipLink.path, status: 400 });
      await openCitizenship(page, stack);
      await page.locator('dialog [role=alert]').waitFor();
    },
  },
  {
    name: 'citizenship-done',
    async open(page, stack) {
      await openCitizenship(page, stack);
      await page.getByRole('timer').waitFor();
      await confirmCitizenship(await readQr(page.locator('dialog .qr')));
      // The tab regains focus.
      await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
      await page.locator('dialog .glyph').waitFor();
    },
  },
];
