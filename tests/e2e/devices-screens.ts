import type { Page } from '@playwright/test';
import type { ProcessStack } from '../support/processes.ts';
import type { Screen } from './support/check-screen.ts';
import { addFault } from './support/sign-in-by-form.ts';

type Open = (page: Page, stack: ProcessStack, email: string, path: string) => Promise<void>;

const anna = 'anna.lindqvist@example.com';
const devices = '/profile?profile_section=DEVICES';
const setup = `${devices}&section=ROUTER`;
const createCall = '/web/v1/account/download-router-configuration';
const referral = '/profile?profile_section=REFERAL';

/** Germany has three cities. Finds rows by flag, which works in every language. */
async function chooseFrankfurt(page: Page): Promise<void> {
  await page.locator('.picker__row', { has: page.locator('img[src*="/DE-"]') }).click();
  await page.locator('.picker__row--city', { hasText: 'Frankfurt' }).click();
}

const startDownload = (page: Page) => page.locator('.sticky-bar .btn').click();

/**
 * The states of devices, pairing, routers and referral.
 * @param open signs in and opens a URL
 */
export const deviceScreens = (open: Open): readonly Screen[] => [
  { name: 'devices', open: (page, stack) => open(page, stack, anna, devices) },
  { name: 'devices-empty', open: (page, stack) => open(page, stack, 'no-devices@example.com', devices) },
  { name: 'devices-full', open: (page, stack) => open(page, stack, 'devices-full@example.com', devices) },
  {
    name: 'devices-unlink',
    async open(page, stack) {
      await open(page, stack, anna, devices);
      await page.locator('.tile .btn').first().click();
      await page.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'devices-unlink-failed',
    expectedConsole: [/status of 503/],
    async open(page, stack) {
      await open(page, stack, anna, devices);
      await addFault(stack, { method: 'DELETE', path: '/web/v1/account/device', status: 503 });
      await page.locator('.tile .btn').first().click();
      await page.locator('dialog .btn--danger').click();
      await page.locator('dialog').getByRole('alert').filter({ hasText: /./ }).waitFor();
    },
  },
  {
    name: 'devices-limit',
    async open(page, stack) {
      await open(page, stack, 'devices-full@example.com', `${devices}&add_new_device=true`);
      await page.getByRole('dialog').waitFor();
    },
  },
  ...(['desktop', 'mobile', 'router'] as const).map((kind) => ({
    name: `add-device-${kind}`,
    async open(page: Page, stack: ProcessStack) {
      await open(page, stack, anna, `${devices}&add_new_device=${kind}`);
      await page.getByRole('dialog').getByRole('tab').first().waitFor();
      if (kind !== 'router') await page.locator('.qr svg').waitFor();
    },
  })),
  {
    name: 'add-device-setapp',
    async open(page, stack) {
      await open(page, stack, 'setapp@example.com', `${devices}&add_new_device=true`);
      await page.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'add-device-on-a-phone',
    async open(page, stack) {
      await page.addInitScript(() => {
        const userAgent =
          'Mozilla/5.0 (Linux; Android 15; Pixel 8) AppleWebKit/537.36 Chrome/140.0 Mobile Safari/537.36';
        Object.defineProperty(navigator, 'userAgent', { value: userAgent });
      });
      await open(page, stack, anna, `${devices}&add_new_device=true`);
      await page.locator('.pair').waitFor();
    },
  },
  {
    name: 'add-device-no-code',
    expectedConsole: [/status of 503/],
    async open(page, stack) {
      await addFault(stack, { method: 'POST', path: '/web/v1/account/session/perm-token', status: 503 });
      await open(page, stack, anna, `${devices}&add_new_device=true`);
      await page.locator('.pair__failed').waitFor();
    },
  },
  {
    name: 'download',
    async open(page, stack) {
      await open(page, stack, anna, devices);
      await page.locator('main button.link').click();
      await page.locator('.qr svg').waitFor();
    },
  },
  { name: 'router', open: (page, stack) => open(page, stack, anna, setup) },
  {
    name: 'router-chosen',
    async open(page, stack) {
      await open(page, stack, anna, setup);
      await chooseFrankfurt(page);
    },
  },
  {
    name: 'router-nothing-found',
    async open(page, stack) {
      await open(page, stack, anna, setup);
      await page.getByRole('searchbox').fill('Atlantis');
      await page.locator('.picker__note').waitFor();
    },
  },
  {
    name: 'router-loading',
    async open(page, stack) {
      await page.route('**/web/v1/shortcut/get-router-setup', () => undefined);
      await open(page, stack, anna, devices);
      await page.goto(setup);
      await page.locator('.router-screen .sk').first().waitFor();
    },
  },
  {
    name: 'router-no-catalogue',
    expectedConsole: [/status of 503/],
    async open(page, stack) {
      await addFault(stack, { method: 'GET', path: '/web/v1/shortcut/get-router-setup', status: 503 });
      await open(page, stack, anna, devices);
      await page.goto(setup);
      await page.locator('.empty').waitFor();
    },
  },
  {
    name: 'router-streaming',
    async open(page, stack) {
      await open(page, stack, anna, setup);
      await page.locator('.tabs__tab').nth(1).click();
      await page.locator('.picker__row', { hasText: 'Fjord TV' }).click();
    },
  },
  {
    name: 'router-premium',
    async open(page, stack) {
      await open(page, stack, 'free@example.com', setup);
      await page.locator('.picker__row', { has: page.locator('img[src*="/NO-"]') }).click();
    },
  },
  {
    name: 'router-failed',
    expectedConsole: [/status of 500/],
    async open(page, stack) {
      await open(page, stack, anna, setup);
      await chooseFrankfurt(page);
      await addFault(stack, { method: 'POST', path: createCall, status: 500 });
      await startDownload(page);
      await page.locator('main .banner--danger').waitFor();
    },
  },
  {
    name: 'router-lost',
    expectedConsole: [/ERR_CONNECTION_RESET/],
    async open(page, stack) {
      await open(page, stack, anna, setup);
      await chooseFrankfurt(page);
      await page.route(`**${createCall}`, (route) => route.abort('connectionreset'));
      await startDownload(page);
      await page.locator('main .banner--danger').waitFor();
    },
  },
  {
    name: 'router-file-lost',
    expectedConsole: [/ERR_CONNECTION_RESET/],
    async open(page, stack) {
      await open(page, stack, anna, setup);
      await chooseFrankfurt(page);
      await page.route(`**${createCall}`, async (route) => {
        await route.fetch();
        await route.abort('connectionreset');
      });
      await startDownload(page);
      await page.locator('main .banner--warning').waitFor();
    },
  },
  {
    name: 'router-leave',
    async open(page, stack) {
      await open(page, stack, anna, setup);
      await chooseFrankfurt(page);
      await page.locator('.router-screen__back').click();
      await page.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'router-existing',
    async open(page, stack) {
      await open(page, stack, 'routers@example.com', devices);
      await page.locator('a.btn--icon').first().click();
      await page.locator('.file-fingerprint').waitFor();
    },
  },
  {
    name: 'router-firmware',
    async open(page, stack) {
      await open(page, stack, 'routers@example.com', devices);
      await page.locator('a.btn--icon').first().click();
      await page.locator('.tabs__tab').nth(2).click();
    },
  },
  {
    name: 'router-no-file',
    async open(page, stack) {
      await open(page, stack, 'routers@example.com', devices);
      await page.locator('.tile', { hasText: 'Attic' }).locator('a.btn--icon').click();
      await startDownload(page);
      await page.locator('main .banner--danger').waitFor();
    },
  },
  {
    name: 'router-gone',
    expectedConsole: [/status of 404/],
    async open(page, stack) {
      await open(page, stack, 'routers@example.com', devices);
      await page.goto(`${setup}&device_id=gone`);
      await page.locator('.empty').waitFor();
    },
  },
  {
    name: 'router-unlink',
    async open(page, stack) {
      await open(page, stack, 'routers@example.com', devices);
      await page.locator('a.btn--icon').first().click();
      await page.locator('main .btn--ghost-danger').click();
      await page.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'router-name',
    async open(page, stack) {
      await open(page, stack, 'routers@example.com', devices);
      await page.locator('a.btn--icon').first().click();
      await page.locator('.list-row .btn--icon').click();
      await page.getByRole('textbox').fill('');
      await page.keyboard.press('Enter');
      await page.getByRole('alert').filter({ hasText: /./ }).waitFor();
    },
  },
  { name: 'referral', open: (page, stack) => open(page, stack, anna, referral) },
  { name: 'referral-last', open: (page, stack) => open(page, stack, 'referral-active-4@example.com', referral) },
  ...['active', 'new'].map((state) => ({
    name: `referral-max-${state}`,
    open: (page: Page, stack: ProcessStack) => open(page, stack, `referral-${state}-5@example.com`, referral),
  })),
];
