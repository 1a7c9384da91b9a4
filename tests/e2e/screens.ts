import { expect, type Page } from '@playwright/test';
import type { ProcessStack } from '../support/processes.ts';
import { deviceScreens } from './devices-screens.ts';
import type { Screen } from './support/check-screen.ts';
import { readCode } from './support/test.ts';

const subscriber = 'anna.lindqvist@example.com';
const free = 'free@example.com';

/** Signs a browser in by one-time code, without using the pages. */
export async function signIn(page: Page, stack: ProcessStack, email: string): Promise<void> {
  const call = async (path: string, data: object) => {
    const response = await page.request.post(`${stack.origin}/web/v1/account/one-time-code/${path}`, {
      data: { email, recaptcha_token: '', recaptcha_site_key: '', ...data },
      headers: { origin: stack.origin, 'sec-fetch-site': 'same-origin' },
    });
    expect(response.ok(), `${path}: ${response.status()}`).toBe(true);
  };
  await call('request', { analytics: {} });
  await call('verify', { code: await readCode(stack, email) });
}

/** Opens a URL and waits for its heading. */
const at =
  (path: string): Screen['open'] =>
  async (page) => {
    await page.goto(path);
    await page.getByRole('heading', { level: 1 }).waitFor();
  };

const signedIn =
  (email: string, path = '/profile'): Screen['open'] =>
  async (page, stack) => {
    await signIn(page, stack, email);
    await at(path)(page, stack);
  };

/** Makes the profile call fail for the rest of the test. */
const failProfile = (stack: ProcessStack) =>
  fetch(`${stack.sandboxOrigin}/sandbox/faults`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ method: 'GET', path: '/web/v1/profile', status: 500, times: 100 }),
  });

/** Every screen of the product in each of its states. */
export const screens: readonly Screen[] = [
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
      const code = await readCode(stack, subscriber);
      const field = page.locator('[autocomplete="one-time-code"]');
      await field.fill(code === '000000' ? '111111' : '000000');
      await expect(field).toHaveAttribute('aria-invalid', 'true');
    },
  },
  { name: 'account-code', open: at('/enter/account-code') },
  {
    name: 'restore',
    async open(page, stack) {
      await at('/enter?error=AccountDeleted')(page, stack);
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
      await page.context().setOffline(true);
      await page.locator('.banner--bar').waitFor();
    },
  },
  {
    name: 'profile-failed',
    expectedConsole: [/status of 50[03]/],
    async open(page, stack) {
      await signIn(page, stack, free);
      await failProfile(stack);
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
  ...deviceScreens(async (page, stack, email, path) => signedIn(email, path)(page, stack)),
];
