import type { Page } from '@playwright/test';
import { advanceClock, openUnusedLink } from './support/accounts.ts';
import type { Screen } from './support/check-screen.ts';
import { addFault } from './support/faults.ts';
import { holdRequests } from './support/hold-requests.ts';
import { readCode } from './support/mails.ts';
import { pressDeliberately } from './support/press-deliberately.ts';
import { signIn } from './support/sign-in.ts';

const email = 'anna.lindqvist@example.com';

// Language-independent, because screens open in every language.
const typeEmail = (page: Page, address = email) => page.locator('input[type=email]').fill(address);
const codeField = (page: Page) => page.locator('[autocomplete="one-time-code"]');

/** More states of the sign-in area and the account section. */
export const enterScreens: readonly Screen[] = [
  {
    name: 'sign-in-captcha-blocked',
    expectedConsole: [/ERR_FAILED/],
    async open(page) {
      await page.route('**/captcha.js*', (route) => route.abort());
      await page.goto('/enter');
      await typeEmail(page, 'anna@gmial.com');
      await page.getByRole('status').filter({ hasText: 'anna@gmail.com' }).waitFor();
      await page.locator('form [role=status] a').waitFor();
    },
  },
  {
    name: 'sign-in-upstream-down',
    expectedConsole: [/status of 503/],
    async open(page, stack) {
      await addFault(stack, { method: 'POST', path: '/web/v1/account/one-time-code/request', status: 503 });
      await page.goto('/enter');
      await typeEmail(page);
      await page.keyboard.press('Enter');
      await page.locator('.banner--danger').waitFor();
    },
  },
  {
    name: 'sign-in-link-code',
    async open(page) {
      await page.goto('/enter?OTC_CODE=123456');
      await page.waitForURL('/enter');
    },
  },
  {
    name: 'code-checking',
    async open(page, stack) {
      await holdRequests(page, '**/web/v1/account/one-time-code/verify');
      await page.goto('/enter');
      await typeEmail(page);
      await page.keyboard.press('Enter');
      await codeField(page).waitFor();
      await codeField(page).fill(await readCode(stack, email));
      await page.locator('.code.is-busy').waitFor();
    },
  },
  {
    name: 'code-sent-again',
    async open(page) {
      await page.clock.install();
      await page.goto('/enter');
      await typeEmail(page);
      await page.keyboard.press('Enter');
      await codeField(page).waitFor();
      await page.clock.fastForward(60_000);
      await page.locator('main .btn--ghost').click();
      await page.locator('[role=status] a').waitFor();
    },
  },
  {
    name: 'code-expired',
    expectedConsole: [/status of 400/],
    async open(page, stack) {
      await page.clock.install();
      await page.goto('/enter');
      await typeEmail(page, 'anna@gmail.com');
      await page.keyboard.press('Enter');
      await codeField(page).waitFor();
      await page.clock.fastForward(60_000);
      await advanceClock(stack, 601);
      await codeField(page).fill(await readCode(stack, 'anna@gmail.com'));
      await page.locator('.field__error').waitFor();
    },
  },
  {
    name: 'sign-in-cancelled',
    async open(page) {
      await page.goto('/enter?error=OAUTH_CANCELLED');
      await page.locator('.banner--info').waitFor();
    },
  },
  {
    name: 'sign-in-last-method',
    async open(page) {
      await page.addInitScript(() => {
        localStorage.setItem('last-sign-in-method', 'google');
        localStorage.setItem('otc-email', 'anna.lindqvist@example.com');
      });
      await page.goto('/enter');
      await page.locator('form button.link').waitFor();
    },
  },
  {
    name: 'sign-in-cookies-blocked',
    async open(page) {
      // The state of a browser that keeps no cookies; blocked-cookies.spec.ts has the real one.
      await page.addInitScript(() => {
        Object.defineProperty(document, 'cookie', { get: () => '', set: () => undefined });
      });
      await page.goto('/enter');
      await page.locator('.banner--warning').waitFor();
    },
  },
  {
    name: 'sign-in-offline',
    // The second is axe's own: it may fetch a stylesheet again.
    expectedConsole: [/ERR_INTERNET_DISCONNECTED/, /Couldn't load preload assets/],
    async open(page) {
      await page.goto('/enter');
      await typeEmail(page);
      await page.locator('form').getByRole('button').last().waitFor();
      await page.waitForLoadState('networkidle');
      await page.context().setOffline(true);
      await page.keyboard.press('Enter');
      await page.locator('.banner--danger').waitFor();
    },
  },
  {
    name: 'sign-in-help',
    async open(page) {
      await page.goto('/enter/help');
      await page.getByRole('heading', { level: 1 }).waitFor();
    },
  },
  {
    name: 'restore-signed-out',
    async open(page) {
      await page.goto('/enter/restore');
      await page.locator('.banner--info').waitFor();
    },
  },
  {
    name: 'restore-code-refused',
    async open(page) {
      await page.goto('/enter?error=AccountDeleted');
      await page.locator('.banner--info a').first().waitFor();
    },
  },
  {
    name: 'account-deleted',
    async open(page, stack) {
      await signIn(page, stack, email);
      await page.goto('/profile');
      await page.locator('.btn--ghost-danger').click();
      await pressDeliberately(page.locator('dialog .btn--danger'));
      await page.locator('.banner--info').waitFor();
    },
  },
  {
    name: 'account-deleted-app-store',
    async open(page, stack) {
      await signIn(page, stack, 'app-store@example.com');
      await page.goto('/profile');
      await page.locator('.btn--ghost-danger').click();
      await pressDeliberately(page.locator('dialog .btn--danger'));
      await page.locator('.banner--info').waitFor();
    },
  },
  {
    name: 'account-link-not-used',
    async open(page, stack) {
      await signIn(page, stack, email);
      await openUnusedLink(page, stack, 'free@example.com');
      await page.locator('.banner--info').waitFor();
    },
  },
  {
    name: 'account-code-short',
    async open(page) {
      await page.goto('/enter/account-code');
      await page.getByRole('textbox').fill('SKR-41');
      await page.keyboard.press('Enter');
      await page.locator('.field__error').waitFor();
    },
  },
  {
    name: 'restore-failed',
    expectedConsole: [/status of 500/],
    async open(page, stack) {
      await signIn(page, stack, 'marked@example.com');
      await addFault(stack, { method: 'POST', path: '/web/v1/account/delete/cancel', status: 500 });
      await page.goto('/profile');
      await pressDeliberately(page.locator('dialog .btn--primary'));
      await page.locator('dialog [role=alert]').waitFor();
    },
  },
  {
    name: 'account-change-email',
    async open(page, stack) {
      await signIn(page, stack, email);
      await page.goto('/profile');
      await page.locator('.list-row .btn').first().click();
      await page.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'account-google',
    async open(page, stack) {
      await signIn(page, stack, 'google@example.com');
      await page.goto('/profile');
      await page.getByText('google@example.com').waitFor();
    },
  },
];
