import type { Page } from '@playwright/test';
import type { ProcessStack } from '../support/built-stack.ts';
import { findPermanentToken } from './support/accounts.ts';
import type { Screen } from './support/check-screen.ts';
import { addFault, loseResponse } from './support/faults.ts';
import { signedIn } from './support/open-screen.ts';
import { passHalfMinute } from './support/unknown-outcome.ts';

const anna = 'anna.lindqvist@example.com';
const devices = '/profile?profile_section=DEVICES';
const setup = `${devices}&section=ROUTER`;
const createCall = '/web/v1/account/download-router-configuration';
const referral = '/profile?profile_section=REFERAL';

const open = (page: Page, stack: ProcessStack, email: string, path: string) => signedIn(email, path)(page, stack);

/** Germany has three cities. Finds rows by flag, which works in every language. */
async function chooseFrankfurt(page: Page): Promise<void> {
  await page.locator('.picker__row', { has: page.locator('img[src*="/DE-"]') }).click();
  await page.locator('.picker__row--city', { hasText: 'Frankfurt' }).click();
}

/** Pairs an iPhone with the subscriber's account, as the app would. */
async function pairDevice(page: Page, stack: ProcessStack): Promise<void> {
  const token = await findPermanentToken(stack, anna);
  await page.request.post(`${stack.sandboxOrigin}/app`, {
    form: { link: `skerry://pair?token=${token}`, model: 'iPhone 15' },
  });
}

const startDownload = (page: Page) => page.locator('.sticky-bar .btn').click();

/** Opens the router setup, chooses a Premium location, and goes on to the payment page. */
async function leaveForPayment(page: Page, stack: ProcessStack): Promise<void> {
  await open(page, stack, 'free@example.com', setup);
  await page.locator('.picker__row', { has: page.locator('img[src*="/NO-"]') }).click();
  await startDownload(page);
  await page.waitForURL((url) => url.origin === stack.sandboxOrigin);
}

/** The states of devices, pairing, routers and referral. */
export const deviceScreens: readonly Screen[] = [
  { name: 'devices', open: signedIn(anna, devices) },
  { name: 'devices-empty', open: signedIn('no-devices@example.com', devices) },
  { name: 'devices-full', open: signedIn('devices-full@example.com', devices) },
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
  { name: 'devices-no-slots', open: signedIn('no-slots@example.com', devices) },
  { name: 'devices-many', open: signedIn('many-devices@example.com', devices) },
  { name: 'devices-routers', open: signedIn('routers@example.com', devices) },
  {
    name: 'add-device-paired',
    async open(page, stack) {
      await open(page, stack, anna, `${devices}&add_new_device=mobile`);
      await pairDevice(page, stack);
      await page.locator('dialog .banner--success').waitFor();
    },
  },
  {
    name: 'devices-paired',
    async open(page, stack) {
      await open(page, stack, anna, `${devices}&add_new_device=mobile`);
      await pairDevice(page, stack);
      await page.locator('dialog .banner--success').waitFor();
      await page.keyboard.press('Escape');
      await page.locator('.tile--new').waitFor();
    },
  },
  {
    name: 'download-no-slot',
    async open(page, stack) {
      await open(page, stack, 'devices-full@example.com', devices);
      await page.locator('main button.link').click();
      await page.locator('dialog .banner--warning').waitFor();
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
  { name: 'router', open: signedIn(anna, setup) },
  {
    name: 'router-chosen',
    async open(page, stack) {
      await open(page, stack, anna, setup);
      await chooseFrankfurt(page);
    },
  },
  {
    name: 'router-city-found',
    async open(page, stack) {
      await open(page, stack, anna, setup);
      await page.getByRole('searchbox').fill('Frankfurt');
      await page.locator('.picker__row--preselected').waitFor();
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
    name: 'router-no-catalog',
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
    name: 'router-kept',
    async open(page, stack) {
      await leaveForPayment(page, stack);
      await page.goto(setup);
      await page.locator('main .banner--info').waitFor();
    },
  },
  {
    name: 'router-unfinished',
    async open(page, stack) {
      await leaveForPayment(page, stack);
      await page.goto('/profile?profile_section=DEVICES');
      await page.locator('main .banner--info').waitFor();
      await page.locator('.tile--add, .empty').first().waitFor();
    },
  },
  {
    name: 'router-recent',
    async open(page, stack) {
      await open(page, stack, anna, setup);
      await chooseFrankfurt(page);
      await startDownload(page);
      await page.locator('.file-fingerprint').waitFor();
      await page.goto(setup);
      await page.locator('.picker__row').first().waitFor();
    },
  },
  {
    name: 'router-name-taken',
    async open(page, stack) {
      await open(page, stack, 'routers@example.com', setup);
      await page.getByRole('textbox').fill('Attic');
      await chooseFrankfurt(page);
      await startDownload(page);
      await page.getByRole('alert').filter({ hasText: /./ }).waitFor();
    },
  },
  {
    name: 'router-again',
    async open(page, stack) {
      await open(page, stack, 'devices-full@example.com', devices);
      await page.locator('.tile__link').first().click();
      await page.locator('main a[href*="replaces="]').click();
      await page.locator('main .banner--info').waitFor();
    },
  },
  ...([404, 500] as const).map((status) => ({
    name: `router-configuration-${status}`,
    expectedConsole: [/status of (404|500)/],
    async open(page: Page, stack: ProcessStack) {
      const path = '/web/v1/account/get-router-configuration';
      await addFault(stack, { method: 'POST', path, status, body: { code: status === 404 ? 5 : 13, message: 'no' } });
      await open(page, stack, 'routers@example.com', devices);
      await page.locator('.tile__link').first().click();
      await page.locator('main .banner--danger').waitFor();
    },
  })),
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
      await page.locator('main .banner--warning').waitFor();
      await passHalfMinute(page);
      // It checks now.
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
      await loseResponse(page, createCall);
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
      await page.locator('.tile__link').first().click();
      await page.locator('.file-fingerprint').waitFor();
    },
  },
  {
    name: 'router-firmware',
    async open(page, stack) {
      await open(page, stack, 'routers@example.com', devices);
      await page.locator('.tile__link').first().click();
      await page.locator('.tabs__tab').nth(2).click();
    },
  },
  {
    name: 'router-no-file',
    async open(page, stack) {
      await open(page, stack, 'routers@example.com', devices);
      await page.locator('.tile', { hasText: 'Attic' }).locator('.tile__link').click();
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
      await page.locator('.tile__link').first().click();
      await page.locator('main .btn--ghost-danger').click();
      await page.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'router-name',
    async open(page, stack) {
      await open(page, stack, 'routers@example.com', devices);
      await page.locator('.tile__link').first().click();
      await page.locator('.list-row .btn--icon').click();
      await page.getByRole('textbox').fill('');
      await page.keyboard.press('Enter');
      await page.getByRole('alert').filter({ hasText: /./ }).waitFor();
    },
  },
  { name: 'referral', open: signedIn(anna, referral) },
  { name: 'referral-last', open: signedIn('referral-active-4@example.com', referral) },
  ...['active', 'new'].map((state) => ({
    name: `referral-max-${state}`,
    open: (page: Page, stack: ProcessStack) => open(page, stack, `referral-${state}-5@example.com`, referral),
  })),
  {
    name: 'referral-share',
    async open(page, stack) {
      // As in a browser with a share sheet.
      await page.addInitScript(() => {
        navigator.share = async () => undefined;
      });
      await open(page, stack, 'referral-active-3@example.com', referral);
    },
  },
  { name: 'referral-no-link', open: signedIn('odd-null@example.com', referral) },
  {
    name: 'devices-limit-no-slots',
    async open(page, stack) {
      await open(page, stack, 'no-slots@example.com', `${devices}&add_new_device=true`);
      await page.getByRole('dialog').waitFor();
    },
  },
];
