import { expect } from '@playwright/test';
import type { Screen } from './support/check-screen.ts';
import { addFault } from './support/faults.ts';
import { readCode } from './support/mails.ts';
import { at, signedIn } from './support/open-screen.ts';
import { otherThan, signIn } from './support/sign-in.ts';
import { responseSchemas, waitForFiles } from './support/wait-for-files.ts';

const subscriber = 'anna.lindqvist@example.com';
const free = 'free@example.com';

/** The sign-in area and the account section, and the pages for failures. enter-screens.ts has more of their states. */
export const accountScreens: readonly Screen[] = [
  { name: 'sign-in', open: at('/enter') },
  { name: 'sign-in-error', open: at('/enter?error=ErrDevicesPerAccountLimitExceeded') },
  {
    name: 'sign-in-invalid-email',
    async open(page, stack) {
      await at('/enter')(page, stack);
      await page.getByRole('textbox').fill('anna@');
      await page.keyboard.press('Enter');
      await page.getByRole('alert').first().waitFor();
    },
  },
  {
    name: 'code',
    async open(page, stack) {
      await at('/enter')(page, stack);
      await page.getByRole('textbox').fill(subscriber);
      await page.keyboard.press('Enter');
      await page.locator('[autocomplete="one-time-code"]').waitFor();
    },
  },
  {
    name: 'code-error',
    async open(page, stack) {
      await at('/enter')(page, stack);
      await page.getByRole('textbox').fill(subscriber);
      await page.keyboard.press('Enter');
      const field = page.locator('[autocomplete="one-time-code"]');
      await field.fill(otherThan(await readCode(stack, subscriber)));
      await expect(field).toHaveAttribute('aria-invalid', 'true');
    },
  },
  { name: 'account-code', open: at('/enter/account-code') },
  {
    name: 'restore',
    async open(page, stack) {
      await signIn(page, stack, 'marked@example.com');
      await at('/enter?error=RESTORE_ACCOUNT')(page, stack);
      await page.getByRole('dialog').waitFor();
    },
  },
  { name: 'account', open: signedIn(subscriber) },
  { name: 'account-free', open: signedIn(free) },
  {
    name: 'account-menu',
    async open(page, stack) {
      await signedIn(free)(page, stack);
      const menu = page.locator('.topbar .menu > button');
      // Wide screens show the menu's items in the header.
      if (await menu.isVisible()) await menu.click();
    },
  },
  {
    name: 'account-delete',
    async open(page, stack) {
      await signedIn(free)(page, stack);
      await page.locator('main .btn--ghost-danger').click();
      await page.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'account-offline',
    async open(page, stack) {
      await signedIn(free)(page, stack);
      await waitForFiles(page, [/get-account-coupon$/, responseSchemas]);
      await page.context().setOffline(true);
      await page.locator('.banner--bar').waitFor();
    },
  },
  {
    name: 'profile-failed',
    expectedConsole: [/status of 50[03]/],
    async open(page, stack) {
      await signIn(page, stack, free);
      await addFault(stack, { method: 'GET', path: '/web/v1/profile', status: 500 });
      await page.goto('/profile');
      await page.locator('main .empty').waitFor();
    },
  },
  {
    name: 'crash',
    expectedConsole: [/net::ERR_FAILED/, /profile-page/, /dynamically imported module/],
    async open(page, stack) {
      await signIn(page, stack, free);
      // As after a release: the chunk is gone, also after a reload.
      await page.route(/profile-page-[^/]*\.js$/, (route) => route.abort());
      await page.goto('/profile');
      await page.locator('main .alert-box').waitFor();
    },
  },
  {
    name: 'crash-section',
    expectedConsole: [/TypeError/],
    async open(page, stack) {
      await signIn(page, stack, subscriber);
      await page.addInitScript(() => {
        if (!location.search.includes('BILLING')) return;
        Intl.DateTimeFormat.prototype.formatToParts = () => {
          throw new TypeError('broken engine');
        };
      });
      await page.goto('/profile?profile_section=BILLING');
      await page.locator('main .alert-box').waitFor();
    },
  },
];
